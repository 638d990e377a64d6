"""Terrain, and what a way across it costs.

wood = Area("woods", [(4, 0), (8, 0), (8, 8), (4, 8)])
ground, on_foot = Ground([wood], [], 48, 36), Going({"woods": 2.0}, barred_lines=["wall"])
price(ground, [(0, 4), (12, 4)], on_foot).cost              # 16: four of the twelve inches double
walk(ground, [(0, 4), (12, 4)], on_foot, 6.0).point         # how far six inches get: (5, 4)
cheapest(ground, on_foot, (0, 4), [(12, 4)]).cost           # the way round is cheaper
"""

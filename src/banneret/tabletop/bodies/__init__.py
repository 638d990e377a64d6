"""Bodies of men in ranks and files: how they stand, drill, meet and give way; knows no book.

body = Body(20, 10, 0, files=4, elements=10)     # the middle of its front, facing north: 3 ranks
advanced(body, 6).front, wheel_price(body, 30)   # (20, 16), and the inches of the outer corner
refronted(body, 5).ranks, without(body, 3)       # 2 ranks of five; seven elements are left
edge_met(foe.rect, advanced(body, 6).rect)       # "front", if that is the edge it came against
in_contact(advanced(body, 6).rect, foe.rect)     # whether it did
"""

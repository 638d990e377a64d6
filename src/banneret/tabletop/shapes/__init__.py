"""Bases and distances between them.

man, foe = Rect(10, 10, 0, 0.8, 0.8), Disc(10, 14, 0.5)   # where, facing, how large
gap(man, foe)                              # edge to edge: 3.1 inches
touches(man, foe), within(man, foe, 4.0)   # False, True: inclusive, in closed form
side_of(man, (10, 14))                     # "front": which of its sides a point lies on
first_contact(man, 0.0, 6.2, [foe])        # slid on so far, half of the way: (0.5, 0)
"""

"""Small hand-made files of each format of rich routing."""

from __future__ import annotations

# Two clients east and one north; the vehicle waits for the second window.
VRPTW = """\
NAME : small
TYPE : VRPTW
DIMENSION : 4
VEHICLES : 2
CAPACITY : 10
SERVICE_TIME : 5
EDGE_WEIGHT_TYPE : EUC_2D
NODE_COORD_SECTION
1 0 0
2 3 4
3 6 8
4 0 7
DEMAND_SECTION
1 0
2 4
3 4
4 5
TIME_WINDOW_SECTION
1 0 100
2 0 20
3 30 40
4 10 60
DEPOT_SECTION
1
-1
EOF
"""

# Two depots, three vehicles of two types (the first and the last are alike), groups and prizes.
MIXED = """\
NAME : mixed
TYPE : MDVRPTW
DIMENSION : 7
VEHICLES : 3
EDGE_WEIGHT_TYPE : EUC_2D
NODE_COORD_SECTION
1 0 0
2 10 0
3 1 1
4 2 2
5 8 1
6 9 2
7 5 5
DEMAND_SECTION
1 0
2 0
3 1
4 2
5 3
6 4
7 5
CAPACITY_SECTION
1 8
2 9
3 8
VEHICLES_DEPOT_SECTION
1 1
2 2
3 1
VEHICLES_FIXED_COST_SECTION
1 2.5
2 3
3 2.5
VEHICLES_MAX_DURATION : 100
PRIZE_SECTION
1 0
2 0
3 0
4 0
5 0
6 0
7 7
MUTUALLY_EXCLUSIVE_GROUP_SECTION
1 3 4
2 5
DEPOT_SECTION
1
2
-1
EOF
"""

SOLOMON = """\
T1

VEHICLE
NUMBER     CAPACITY
  2         10

CUSTOMER
CUST NO.  XCOORD.  YCOORD.  DEMAND  READY TIME  DUE DATE  SERVICE TIME

    0      0        0        0        0          100        0
    1      3        4        4        0          20         5
    2      1        1        6        10         40         5
"""

LI_LIM = """\
2	10	1
0	0	0	0	0	100	0	0	0
1	3	4	4	0	50	5	0	2
2	6	8	-4	0	80	5	1	0
3	1	1	2	0	50	5	0	4
4	2	2	-2	0	80	5	3	0
"""

# Two depots behind three customers.
CORDEAU = """\
6 2 3 2
60 10
0 12
1 3 4 5 4 1 1 1 0 20
2 1 1 5 6 1 1 1 10 40
3 7 7 5 6 1 2 1 2 10 40
4 0 0 0 0 0 0 0 100
5 10 10 0 0 0 0 0 90
"""

Route #1: 1 2 3
Route #2:
Vehicle_types: 0 0
Cost 60

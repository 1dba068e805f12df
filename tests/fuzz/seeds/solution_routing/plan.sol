Route #1: 1 2
Route #2: 3 4 10 6
Route #3: 8 7 5 9
Cost 4.423210227603462

"""Tables as planners keep them: workbooks, CSV files and Parquet, with every mistake named by its
sheet, row and column. What the columns mean stands in the folder of each problem."""

"""The results of the documentation, made from a collection of records (``make results``).

``neurols report`` makes the full report of a single run, with every instance, test and CSV file.
"""

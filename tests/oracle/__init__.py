"""Random instances, solved by the product and judged by arithmetic of its own.

Nothing here uses the product's readers, writers, metrics or checkers: a case writes its file from
numbers that it drew, and judges the solution file that comes back by those numbers.
"""

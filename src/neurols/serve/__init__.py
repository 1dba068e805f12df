"""The service: a queue of instances to solve, its workers, an interface over HTTP and a page.

It needs the extra ``serve``; nothing else of the package imports it but the command line.
"""

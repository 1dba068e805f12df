"""Rich scheduling: alternative machines, setups, due dates, assembly, calendars. The data, files
and checker."""

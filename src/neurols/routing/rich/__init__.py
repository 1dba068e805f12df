"""Vehicle routing with any mix of constraints: data, files, checker, model and drawings."""

"""Rich vehicle routing: windows, depots, fleets, shipments, breaks. The data, files and checker."""

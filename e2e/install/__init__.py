"""The chart, really installed: helm, our image, a PostgreSQL with a volume, Services and names, on a real node."""

"""Clusters of one database that find each other's incidents: what one shares, and what it finds of others.

Nothing here names an incident, a namespace or an object, and no text of one cluster reaches another.
"""

"""Incidents as they are stored, and what belongs to each: rows to structs and back, feedback, earlier conclusions.

Reads only, and what several jobs read. May not write, and may not know how incidents are searched.
"""

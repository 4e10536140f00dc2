"""Files that people attach to incidents: what may be taken, and what is kept of it."""

"""What commands show of memory: values made into pages, and pages into text for a terminal or markdown. Pure."""

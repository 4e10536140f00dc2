"""One module for each page: what it reads, and who may see it. How it looks is in ``templates``."""

"""Writes every generated page anew: ``python -m tools.docs``."""

from tools.docs import api, architecture, commands, dialects, evidence, recovery, resources, settings, signals
from tools.places import write

if __name__ == "__main__":
    for page in (architecture, commands, dialects, evidence, recovery, settings, signals):
        write(page.PAGE, page.render())
    for path, text in (api.pages() | resources.pages()).items():
        write(path, text)

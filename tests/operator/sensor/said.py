"""What a part of the sensor logs, however logging was configured by then."""

from types import ModuleType

import pytest
import structlog
from structlog.testing import LogCapture


def said_by(part: ModuleType, monkeypatch: pytest.MonkeyPatch) -> LogCapture:
    """Take the place of the module's ``log``."""
    capture = LogCapture()
    logger = structlog.wrap_logger(None, [capture], structlog.stdlib.BoundLogger, cache_logger_on_first_use=False)
    monkeypatch.setattr(part, "log", logger)
    return capture

"""What a run needs of Debian."""

import pytest

from e2e.packages import PackageError, require


def test_what_is_there_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("subprocess.run", lambda *_, **__: pytest.fail("nothing is to be run"))
    require(("sh",), ("dash",))


def test_who_cannot_install_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(PackageError, match=r"install no-such-program \(Debian: no-such-package\); only root"):
        require(("no-such-program", "sh"), ("no-such-package",))

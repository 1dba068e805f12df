from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from neurols.errors import InputError
from neurols.files.whole_file import read_text, write_text
from neurols.scheduling import read


def fault(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read(path)
    message = str(caught.value)
    assert message.startswith(f"{path}:")
    assert "\n" not in message
    return message.removeprefix(f"{path}:")


def test_missing_file(tmp_path: Path) -> None:
    assert fault(tmp_path / "none") == " no such file; check the path"


def test_directory(tmp_path: Path) -> None:
    assert fault(tmp_path) == " this is a directory; name a file in it"


def test_binary_file(tmp_path: Path) -> None:
    path = tmp_path / "image"
    path.write_bytes(b"2 2\n0 1\0\xff")
    assert fault(path).startswith("2: this is a binary file, not text; give a text file")


def test_binary_after_much_text(tmp_path: Path) -> None:
    path = tmp_path / "late"
    path.write_bytes(b"# x\n" * 50_000 + b"\0")
    assert fault(path).startswith("50001: this is a binary file")


def test_endless_device_is_left_alone() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no /dev/zero here")
    assert fault(Path("/dev/zero")) == " this is a device, not a file; save it to a file first"


def test_undecodable_text(tmp_path: Path) -> None:
    path = tmp_path / "latin"
    path.write_bytes("1 1\n# für\n0 3\n".encode("latin-1"))
    assert fault(path) == "2: byte 0xfc is not UTF-8 text; save the file as UTF-8"


def test_unreadable_permissions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret"
    path.write_text("1 1\n0 3\n")

    def refuse(*_: Any, **__: Any) -> Any:  # root may read whatever the file's mode says
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    assert fault(path) == " no permission to read it; check its access rights"


def test_impossible_path() -> None:
    assert "cannot be read: " in fault(Path("x" * 5000))
    with pytest.raises(InputError, match="cannot be read: embedded null"):
        read_text("a\0b")


def test_writing_replaces_the_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    write_text(path, "one\n")
    write_text(path, "two\n")
    assert path.read_bytes() == b"two\n"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_failed_writing_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old\n")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(InputError, match="cannot be written: no space left on device"):
        write_text(path, "new\n")
    assert path.read_text() == "old\n"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_text_that_cannot_be_encoded_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old\n")
    with pytest.raises(InputError, match="cannot be written"):
        write_text(path, "\ud800")
    assert path.read_text() == "old\n"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_writing_into_nowhere(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="its folder does not exist; create the folder first"):
        write_text(tmp_path / "none" / "out.txt", "")
    with pytest.raises(InputError, match="this is a directory; name a file in it"):
        write_text(tmp_path, "")
    assert os.listdir(tmp_path) == []


def test_writing_goes_through_links_and_into_devices(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    link.symlink_to(real)
    write_text(link, "text\n")
    assert link.is_symlink()
    assert real.read_text() == "text\n"
    write_text("/dev/null", "text\n")
    assert not Path("/dev/null").is_file()

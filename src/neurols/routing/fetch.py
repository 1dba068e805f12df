"""Fetching Uchoa's instances once into a cache, each against its checksum."""

from __future__ import annotations

import os
from pathlib import Path

from neurols.errors import InputError

from .uchoa import SHA256

URL_VARIABLE = "NEUROLS_CVRPLIB_URL"
CACHE_VARIABLE = "NEUROLS_CACHE"
DEFAULT_URL = "http://vrp.galgos.inf.puc-rio.br/media/com_vrp/instances/X/"
_TIMEOUT = 20  # seconds to wait for an answer, not for the whole file

_REMEDY = "name a folder that holds it with --data or NEUROLS_DATA"


def fetch(name: str) -> Path:
    """The path of ``name.vrp`` in the cache, downloaded if it is not there yet.

    The address is CVRPLIB's, or that in ``NEUROLS_CVRPLIB_URL``; the cache is the system's usual
    place, or the folder in ``NEUROLS_CACHE``.
    """
    import pooch  # type: ignore[import-untyped,unused-ignore]

    file = f"{name}.vrp"
    url = os.environ.get(URL_VARIABLE) or DEFAULT_URL
    pooch.get_logger().setLevel("WARNING")  # an error is one line, and a small file no news
    cache = os.environ.get(CACHE_VARIABLE) or pooch.os_cache("neurols")
    try:
        return Path(
            pooch.retrieve(
                url=f"{url.rstrip('/')}/{file}",
                known_hash=f"sha256:{SHA256[name]}",
                fname=file,
                path=Path(cache) / "cvrplib",
                downloader=pooch.HTTPDownloader(timeout=_TIMEOUT),
            )
        )
    except ValueError as error:
        if "does not match the known hash" not in str(error):
            raise _failed(name, url, error) from None
        raise InputError(
            f"{file} from {url} does not have the expected checksum", remedy=_REMEDY
        ) from None
    except OSError as error:  # requests' errors among them
        raise _failed(name, url, error) from None


def _failed(name: str, url: str, error: Exception) -> InputError:
    kind = type(error).__name__
    return InputError(f"{name} could not be fetched from {url} ({kind})", remedy=_REMEDY)

"""Errors as structured problems (RFC 9457)."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from neurols.errors import InputError, InputErrors

TYPE = "application/problem+json"


class Fault(HTTPException):
    """What is wrong with a request."""

    def __init__(self, status: int, title: str, detail: str = "", **more: Any) -> None:
        super().__init__(status, title)
        self.title, self.text, self.more = title, detail, more


def of_input(error: InputError) -> Fault:
    """The fault of a file that cannot be understood; a table's mistakes one by one."""
    if isinstance(error, InputErrors):
        return Fault(422, "the tables have mistakes", error.faults[0], mistakes=error.faults[:100])
    where = {} if error.line is None else {"line": error.line}
    remedy = {} if error.remedy is None else {"remedy": error.remedy}
    return Fault(422, "the file cannot be understood", error.cause, **where, **remedy)


def _answer(status: int, title: str, detail: str, **more: Any) -> JSONResponse:
    # The rest of an upload that is refused is not read.
    headers = {"Connection": "close"} if status in (408, 413) else None
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
    return JSONResponse(body, status, headers, TYPE)


async def answer_fault(request: Request, error: Exception) -> JSONResponse:
    """The answer to a fault, or to what FastAPI itself refuses."""
    if isinstance(error, Fault):
        return _answer(error.status_code, error.title, error.text, **error.more)
    if isinstance(error, RequestValidationError):
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        return _answer(422, "the request is not as described", f"{place}: {first['msg']}")
    assert isinstance(error, HTTPException)
    answer = _answer(error.status_code, str(error.detail), "")
    answer.headers.update(error.headers or {})  # of a wrong method the right ones
    return answer

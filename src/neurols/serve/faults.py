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

    def __init__(
        self, status: int, title: str, detail: str = "", hangs_up: bool = False, **more: Any
    ) -> None:
        """
        Args:
            status: of HTTP.
            title: what is wrong.
            detail: more of it.
            hangs_up: whether the rest of what is sent is not read. Who sends it may then not get
                the answer.
            more: members of the structured problem.
        """
        super().__init__(status, title)
        self.title, self.text, self.more, self.hangs_up = title, detail, more, hangs_up


def of_input(error: InputError) -> Fault:
    """The fault of a file that cannot be understood; a table's mistakes one by one."""
    if isinstance(error, InputErrors):
        return Fault(422, "the tables have mistakes", error.faults[0], mistakes=error.faults[:100])
    where: dict[str, Any] = {} if error.line is None else {"line": error.line}
    remedy: dict[str, Any] = {} if error.remedy is None else {"remedy": error.remedy}
    return Fault(422, "the file cannot be understood", error.cause, **where, **remedy)


def _answer(status: int, title: str, detail: str, **more: Any) -> JSONResponse:
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
    return JSONResponse(body, status, media_type=TYPE)


async def answer_fault(request: Request, error: Exception) -> JSONResponse:
    """The answer to a fault, or to what FastAPI itself refuses."""
    if isinstance(error, Fault):
        answer = _answer(error.status_code, error.title, error.text, **error.more)
        if error.hangs_up:
            answer.headers["Connection"] = "close"
        return answer
    if isinstance(error, RequestValidationError):
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        return _answer(422, "the request is not as described", f"{place}: {first['msg']}")
    assert isinstance(error, HTTPException)
    answer = _answer(error.status_code, str(error.detail), "")
    answer.headers.update(error.headers or {})  # of a wrong method the right ones
    return answer

"""The interface over HTTP: jobs are posted, watched, stopped, resumed, fetched and deleted."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

from neurols import __version__
from neurols.errors import InputError
from neurols.serve import faults, models, plans
from neurols.serve.faults import Fault
from neurols.serve.metrics import metrics_text
from neurols.serve.pool import Pool
from neurols.serve.settings import Settings
from neurols.serve.store import OPEN, SILENT, Store
from neurols.serve.watch import Watch

_LOCAL = ["localhost", "127.0.0.1", "[::1]", "testserver"]
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_SCRIPTS = ("page", "requests", "chart", "picture", "decisions", "elements", "interface")
_PAGE = {
    **{f"{name}.js": f"{name}.js" for name in _SCRIPTS},
    **{name: name for name in ("page.css", "icon.svg")},
    "": "index.html",
    "interface": "interface.html",
}
_KINDS = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
_READERS = 2  # uploads that are read at once
_WRITERS = 1  # plans that are written or drawn at once: Matplotlib draws in one thread
_DRAINED = 4  # times the largest file; of more the end is not waited for
_WATCHED = 200  # jobs in one stream of events
_NUMBER = r"^[0-9a-f]{24}$"  # of a job
_PREFIX = "/api/v1"
_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": told, "content": {faults.TYPE: {"schema": models.PROBLEM}}}
    for status, told in (
        (400, "The request cannot be read."),
        (401, "The token is missing or wrong."),
        (403, "The request comes from another site."),
        (404, "There is no such job or plan."),
        (408, "The upload took too long."),
        (409, "The job is in another state."),
        (413, "The file is too large."),
        (422, "The request or the file is wrong."),
        (429, "The queue is full."),
    )
}


def new_app(settings: Settings) -> FastAPI:
    """The service as an application of ASGI; its workers live as long as it does."""
    store = Store(settings.store)
    store.give_back(before=time.time() - SILENT)
    pools: list[Pool] = []

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        pools.append(Pool(settings.store, settings.workers))
        try:
            yield
        finally:
            await run_in_threadpool(pools.pop().close)
            store.close()

    app = FastAPI(
        title="neurols",
        version=__version__,
        description="Solves the instances that are posted to it.",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
        responses=_PROBLEMS,
    )
    if settings.token is None:
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=_LOCAL)
    for kind in (Fault, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, faults.answer_fault)
    _guard(app)
    _add_page(app)
    allowed = Depends(_allowed(settings))
    _add_jobs(app, store, settings, allowed)
    _add_plans(app, store, settings, allowed)

    @app.get("/metrics", dependencies=[allowed], response_class=Response, include_in_schema=False)
    async def metrics() -> Response:
        counts = await run_in_threadpool(store.counts)
        waiting = await run_in_threadpool(store.waiting)
        alive = pools[0].alive if pools else 0
        return Response(
            metrics_text(counts, alive, waiting), media_type="text/plain; version=0.0.4"
        )

    return app


def _guard(app: FastAPI) -> None:
    """Headers of every answer; requests that another site makes in a browser are refused."""

    @app.middleware("http")
    async def guard(request: Request, call_next: Any) -> Response:
        origin = request.headers.get("origin")
        if origin and origin.split("://")[-1] != request.headers.get("host"):
            response: Response = await faults.answer_fault(
                request, Fault(403, "the request comes from another site")
            )
        else:
            response = await call_next(request)
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        return response


def _allowed(settings: Settings) -> Any:
    async def check(request: Request) -> None:
        if settings.token is None:
            return
        given = request.headers.get("authorization", "")
        wanted = f"Bearer {settings.token}"
        if not secrets.compare_digest(given.encode(), wanted.encode()):
            raise Fault(401, "the token is missing or wrong")

    return check


def _add_page(app: FastAPI) -> None:
    folder = files("neurols.serve") / "page"

    def add(address: str, name: str) -> None:
        body = (folder / name).read_bytes()
        kind = _KINDS[name.rsplit(".", 1)[1]]

        @app.get(f"/{address}", include_in_schema=False)
        async def page() -> Response:
            return Response(body, media_type=f"{kind}; charset=utf-8")

    for address, name in _PAGE.items():
        add(address, name)


def _add_jobs(app: FastAPI, store: Store, settings: Settings, allowed: Any) -> None:
    limits, longest = settings.limits, settings.limits.seconds
    readers = asyncio.Semaphore(_READERS)

    async def body_of(request: Request) -> bytes:
        """What is sent, as long as it is not too much and not too slow."""
        found, size, most = bytearray(), 0, limits.upload_bytes
        stated = request.headers.get("content-length", "")
        too_large = ("the file is too large", f"at most {most} bytes")
        if stated.isdecimal() and int(stated[:20]) > _DRAINED * most:
            raise Fault(413, *too_large, hangs_up=True)
        try:
            async with asyncio.timeout(limits.read_seconds):
                async for part in request.stream():
                    size += len(part)
                    if size <= most:
                        found += part
                    elif size > _DRAINED * most:
                        raise Fault(413, *too_large, hangs_up=True)
        except TimeoutError:
            raise Fault(408, "the upload took too long", hangs_up=True) from None
        if size > most:  # read to its end, so that who sends it reads the answer
            raise Fault(413, *too_large)
        return bytes(found)

    @app.post(
        f"{_PREFIX}/jobs",
        status_code=201,
        dependencies=[allowed],
        responses={201: {"links": models.LINKS}},
        openapi_extra={"requestBody": models.UPLOAD},
    )
    async def post_job(
        request: Request,
        file: Annotated[
            str, Query(max_length=200, description="The file's name.", examples=["shop.csv"])
        ],
        seconds: float = Query(min(10.0, longest), gt=0, le=longest, examples=[min(1.0, longest)]),
        controller: Annotated[str, Query(max_length=200)] = "auto",
        seed: Annotated[int, Query(ge=0, lt=2**63)] = 0,
    ) -> models.Job:
        """Queue an instance: the body is a file that `neurols solve` reads. Without a body, the
        file's name is a built-in instance."""
        counts = await run_in_threadpool(store.counts)
        if sum(counts.get(state, 0) for state in OPEN) >= limits.queued:
            raise Fault(429, "the queue is full", f"{limits.queued} jobs wait or run")
        data = await body_of(request)
        async with readers:
            facts = await run_in_threadpool(plans.understood, file, data, controller)
        asked = {"seconds": seconds, "controller": controller, "seed": seed}
        shown = "".join(c if c.isprintable() else "?" for c in file)
        number = await run_in_threadpool(store.add, shown, data, asked, facts)
        await run_in_threadpool(store.make_room, limits.kept)
        return await found(number)

    async def found(number: str) -> models.Job:
        job = await run_in_threadpool(store.get, number)
        if job is None:
            raise Fault(404, "there is no such job")
        return models.job_of(job)

    @app.post(
        f"{_PREFIX}/understood",
        dependencies=[allowed],
        openapi_extra={"requestBody": models.UPLOAD},
    )
    async def get_facts(
        request: Request, file: Annotated[str, Query(max_length=200, examples=["shop.csv"])]
    ) -> dict[str, Any]:
        """What is understood of a file, without a job."""
        data = await body_of(request)
        async with readers:
            return await run_in_threadpool(plans.understood, file, data, "auto")

    @app.get(f"{_PREFIX}/jobs", dependencies=[allowed])
    async def list_jobs(
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
        offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    ) -> list[models.Job]:
        """All jobs, the newest first."""
        return [models.job_of(job) for job in await run_in_threadpool(store.listed, limit, offset)]

    @app.get(f"{_PREFIX}/jobs/{{number}}", dependencies=[allowed])
    async def get_job(number: str) -> models.Job:
        """A job: what was understood, how far it is, its best cost."""
        return await found(number)

    @app.post(f"{_PREFIX}/jobs/{{number}}/stop", dependencies=[allowed])
    async def stop_job(number: str) -> models.Job:
        """Let a job end with the best plan that it has."""
        await found(number)
        await run_in_threadpool(store.stop, number)
        return await found(number)

    @app.post(f"{_PREFIX}/jobs/{{number}}/resume", dependencies=[allowed])
    async def resume_job(
        number: str, seconds: float | None = Query(None, gt=0, le=longest)
    ) -> models.Job:
        """Search on from the best plan of a job that is over: so many seconds more, or for what a
        stop has left of its time."""
        await found(number)
        if not await run_in_threadpool(store.resume, number, seconds):
            raise Fault(409, "the job is not over")
        return await found(number)

    @app.patch(f"{_PREFIX}/jobs/{{number}}", dependencies=[allowed])
    async def limit_job(number: str, seconds: float = Query(gt=0, le=longest)) -> models.Job:
        """Change how long a job that waits or runs may search in all."""
        await found(number)
        if not await run_in_threadpool(store.limit, number, seconds):
            raise Fault(409, "the job is over", "resume it")
        return await found(number)

    @app.delete(f"{_PREFIX}/jobs/{{number}}", status_code=204, dependencies=[allowed])
    async def delete_job(number: str) -> Response:
        """Delete a job with all that it found."""
        if not await run_in_threadpool(store.remove, number):
            raise Fault(404, "there is no such job")
        return Response(status_code=204)

    watch = Watch(store)
    stream: Any = {
        "dependencies": [allowed],
        "response_class": StreamingResponse,
        "responses": {200: {"content": {"text/event-stream": {}}}},
    }

    @app.get(f"{_PREFIX}/jobs/{{number}}/events", **stream)
    async def watch_job(request: Request, number: str) -> StreamingResponse:
        """The job as server-sent events, whenever something of it changes, until it is over."""
        await found(number)
        events = watch.events([number], request.is_disconnected)
        return StreamingResponse(events, media_type="text/event-stream")

    @app.get(f"{_PREFIX}/events", **stream)
    async def watch_jobs(
        request: Request,
        job: Annotated[
            list[Annotated[str, Query(pattern=_NUMBER)]], Query(min_length=1, max_length=_WATCHED)
        ],
    ) -> StreamingResponse:
        """Several jobs in one stream: a browser opens only a few connections."""
        events = watch.events(list(dict.fromkeys(job)), request.is_disconnected)
        return StreamingResponse(events, media_type="text/event-stream")


def _add_plans(app: FastAPI, store: Store, settings: Settings, allowed: Any) -> None:
    writers = asyncio.Semaphore(_WRITERS)

    @app.get(
        f"{_PREFIX}/jobs/{{number}}/plan.{{suffix}}",
        dependencies=[allowed],
        response_class=Response,
        responses={200: {"content": {"application/octet-stream": {}}}},
    )
    async def get_plan(number: str, suffix: str) -> Response:
        """The best plan so far: json, sol, xlsx, csv, ics, geojson; svg, png and html draw it."""
        job = await run_in_threadpool(store.whole, number)
        if job is None:
            raise Fault(404, "there is no such job")
        if job["plan"] is None:
            raise Fault(404, "there is no plan yet")
        try:
            async with writers:
                body, kind = await run_in_threadpool(plans.written, job, suffix.lower()[:9])
        except InputError as error:
            raise faults.of_input(error) from None
        shown = "inline" if kind.startswith("image/") else "attachment"
        headers = {"Content-Disposition": f'{shown}; filename="plan.{suffix.lower()[:9]}"'}
        return Response(body, media_type=kind, headers=headers)

    @app.get(f"{_PREFIX}/jobs/{{number}}/view", dependencies=[allowed])
    async def get_view(number: str) -> models.View:
        """The best plan so far as the page draws it: routes or machines in rows, and a map."""
        job = await run_in_threadpool(store.whole, number)
        if job is None or job["plan"] is None:
            raise Fault(404, "there is no such job" if job is None else "there is no plan yet")
        async with writers:
            return await run_in_threadpool(plans.view, job)

    @app.get(f"{_PREFIX}/controllers", dependencies=[allowed])
    async def get_controllers() -> list[str]:
        """Names of controllers that a job may ask for."""
        return await run_in_threadpool(plans.controllers)

    @app.get(f"{_PREFIX}/menu", dependencies=[allowed])
    async def get_menu() -> models.Menu:
        """What the page offers: controllers, built-in examples, and the longest search."""
        return await run_in_threadpool(plans.menu, settings.limits.seconds)

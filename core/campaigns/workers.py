"""Who does a campaign's jobs: processes of this machine, or a Dask cluster. Processes, for reading holds Python's lock
for a third of the time; and started afresh, for polars does not survive a fork. They end with the campaign, whatever
becomes of it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from goldleaf.core.campaigns.cache import packed
from goldleaf.core.campaigns.jobs import Job
from goldleaf.core.errors import GoldleafError, OptionError

SMALL = 8_000_000  # bytes: read and scored here in the time that processes need to start
PATIENCE = 0.1  # seconds between two looks at whether the campaign goes on
DIED = "the process that scored it has died; is there too little memory?"

Doing = Generator[tuple[int, bytes | str] | None, None, None]
"""What each job gives, as they are done: its number, and what it gives, packed, or why it could not be done; None now
and then while there is nothing to tell. Closing it ends whatever is being done."""

Workers = Callable[[Sequence[Job]], Doing]  # who does jobs


def run(job: Job) -> bytes | str:
    """Do a job here. What the user can mend is told, and so is what should not have happened."""
    try:
        return packed(job.run())
    except GoldleafError as error:
        return str(error)
    except Exception as error:  # one pair that fails must not end the others
        return f"{job.paths[-1]}: {type(error).__name__}: {' '.join(str(error).split())}"


def here(jobs: Sequence[Job]) -> Doing:
    """One after the other, in this process."""
    for number, job in enumerate(jobs):
        yield None
        yield number, run(job)


def processes(number: int | None = None) -> Workers:
    """So many processes of this machine; if nothing is said one for each core, or this one alone for small files."""

    def work(jobs: Sequence[Job]) -> Doing:
        # Few and small ones are done here before processes have started. What cannot be read is said by the job.
        read = (path for job in jobs for path in job.paths if path.is_file())
        if len(jobs) < 2 or (number is None and sum(path.stat().st_size for path in read) < SMALL):
            yield from here(jobs)
            return
        unfinished = set(range(len(jobs)))
        for done in _in_pool(jobs, [*unfinished], min(number or os.cpu_count() or 1, len(jobs))):
            if done is not None:
                unfinished.discard(done[0])
            yield done
        for one in sorted(unfinished):  # one of them has killed its process
            given = [done for done in _in_pool(jobs, [one], 1) if done is not None]
            yield given[0] if given else (one, f"{jobs[one].paths[-1]}: {DIED}")

    return work


def _in_pool(jobs: Sequence[Job], numbers: Sequence[int], workers: int) -> Doing:
    """What the jobs of these numbers give; those are left out that were not done when a process died."""
    with _pool(workers) as pool:
        waiting = {}
        with suppress(BrokenProcessPool):
            for number in numbers:
                waiting[pool.submit(run, jobs[number])] = number
        while waiting:
            ended, _ = wait(waiting, PATIENCE, FIRST_COMPLETED)
            if not ended:
                yield None
            for future in ended:
                number = waiting.pop(future)
                if not isinstance(future.exception(), BrokenProcessPool):
                    yield number, future.result()


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end when the block does, or this process, though it be killed."""
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _attend, (theirs,))
    try:
        yield pool
        pool.shutdown()
    finally:
        # Nothing is ever sent: that the pipe ends tells them to end.
        ours.close()
        pool.shutdown(wait=True, cancel_futures=True)
        theirs.close()


def _attend(pipe: Connection) -> None:
    """In a process of the pool: end when the other end of the pipe is closed, in the middle of a job, too."""

    def end() -> None:
        try:
            pipe.recv()
        except (EOFError, OSError):
            os._exit(0)

    threading.Thread(target=end, daemon=True).start()


def cluster(address: str) -> Workers:
    """A Dask cluster whose scheduler is at the address; its machines must see the same files under the same names.
    Raises OptionError where the extra is not installed, or nobody answers."""
    try:
        from distributed import Client
    except ImportError:
        raise OptionError("--scheduler: needs Dask; pip install 'goldleaf[dask]'") from None

    def work(jobs: Sequence[Job]) -> Doing:
        try:
            client: Any = Client(address, timeout=10, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TimeoutError) as error:
            why = " ".join(str(error).split()) or type(error).__name__
            raise OptionError(f"--scheduler {address}: cannot be reached: {why}") from None
        with client:
            waiting = {future: number for number, future in enumerate(client.map(run, jobs, pure=False))}
            try:
                while waiting:
                    ended = [future for future in waiting if future.done()]
                    if not ended:
                        time.sleep(PATIENCE)
                        yield None
                    for future in ended:
                        number = waiting.pop(future)
                        fault = future.exception()
                        yield number, future.result() if fault is None else f"{jobs[number].paths[-1]}: {fault or DIED}"
            finally:
                client.cancel([*waiting])

    return work

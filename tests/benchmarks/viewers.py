"""Prints how soon a change is seen, what idle viewers cost, and how soon a lost worker is made up.

    python -m tests.benchmarks.viewers [VIEWERS] [WORKERS]

On the empty database that DATABASE_URL names, else on a SQLite file of its own. The change is
timed in Chromium, with a scorer and five viewers, from the answer the scorer's page got to the
round standing on the last of the five; the idle viewers are sockets.
"""

import asyncio
import os
import resource
import signal
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.phone import Phone
from tests.running.needs import chromium_path
from tests.running.server import Server, serving
from tests.running.viewers import Viewer, Watched, memory, processor_time, workers

PAGES, ROUNDS = 5, 30
IDLE = 30
"""Seconds of nothing that are measured."""
ORDER = ("An", "Bình", "Cường")

ANSWERED = """
    window.seen = {};
    document.addEventListener("htmx:finally:request", (event) => {
        if (event.target.id === "round") window.seen[window.number] = Date.now();
    });
"""
SEEN = """
    window.seen = {};
    new MutationObserver(() => {
        for (const row of document.querySelectorAll("#history > li")) {
            window.seen[row.id.slice(6)] ??= Date.now();
        }
    }).observe(document.getElementById("history"), { childList: true });
"""
WAIT = """number => new Promise((done) => {
    const look = () => (window.seen[number] ? done(window.seen[number]) : setTimeout(look, 10));
    look();
})"""
"""The moment, in milliseconds, at which this page had the round."""


def main(viewers: int, processes: str) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    named = {name: os.environ[name] for name in ("DATABASE_URL",) if name in os.environ}
    with (
        TemporaryDirectory() as folder,
        serving(Path(folder), "--workers", processes, **named) as server,
    ):
        Watched.opened(server)  # the first request waits until the workers are up
        asyncio.run(idle(Watched.opened(server), viewers))
        print(*pages(server), sep="\n")


def pages(server: Server) -> list[str]:
    """The round on five other screens: milliseconds after the answer, over many rounds."""
    with sync_playwright() as playwright:
        path = chromium_path()
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        address = f"http://localhost:{server.port}"

        def phone() -> Phone:
            context = browser.new_context(base_url=address, locale="vi-VN", has_touch=True)
            context.set_default_timeout(60_000)
            return Phone.of(context)

        scorer = phone()
        scorer.open_table("tien_len")
        scorer.page.goto(f"{scorer.page.url}share/")
        link = scorer.page.locator("section:has(#view-title) [data-link]").input_value()
        scorer.page.go_back()
        others = [phone().page for _ in range(PAGES)]
        for page in others:
            page.goto("/join/#" + link.partition("#")[2])
            page.wait_for_selector("#state[data-state=live]", state="attached")
            page.evaluate(SEEN)
        scorer.page.evaluate(ANSWERED)
        waits = [play(scorer, others, number) for number in range(1, ROUNDS + 1)]
        browser.close()
    p95 = statistics.quantiles(waits, n=20)[-1]
    return [
        f"{ROUNDS} rounds on {PAGES} other pages: median {statistics.median(waits):.0f} ms,"
        f" p95 {p95:.0f} ms, longest {max(waits):.0f} ms from the answer to the last page"
    ]


def play(scorer: Phone, others: list[Page], number: int) -> float:
    scorer.page.evaluate(f"window.number = {number}")
    scorer.do(*ORDER)
    scorer.page.locator("#record").tap()
    shown = max(float(page.evaluate(WAIT, number)) for page in others)
    return shown - float(scorer.page.evaluate(WAIT, number))


async def idle(watched: Watched, number: int) -> None:
    """So many sockets that hear nothing but the beat; then one worker dies."""
    pids = workers(watched.server)
    before = sum(map(memory, pids))
    viewers = [Viewer(watched) for _ in range(number)]
    tasks = [asyncio.ensure_future(viewer.watch()) for viewer in viewers]
    await asyncio.gather(*(viewer.hears(0) for viewer in viewers))
    each = (sum(map(memory, pids)) - before) / number
    used, start = sum(map(processor_time, pids)), time.monotonic()
    await asyncio.sleep(IDLE)
    used = sum(map(processor_time, pids)) - used
    share = used / os.sysconf("SC_CLK_TCK") / (time.monotonic() - start)
    print(
        f"{number} idle viewers on {len(pids)} workers: {each / 1024:.0f} KiB each,"
        f" {share:.1%} of a core"
    )
    if len(pids) > 1:
        print(await lost_worker(pids[0], viewers))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def lost_worker(pid: int, viewers: list[Viewer]) -> str:
    os.kill(pid, signal.SIGKILL)
    start = time.monotonic()
    while all(viewer.is_open for viewer in viewers):
        await asyncio.sleep(0.01)
    lost = sum(not viewer.is_open for viewer in viewers)
    while not all(viewer.is_open for viewer in viewers):
        lost = max(lost, sum(not viewer.is_open for viewer in viewers))
        await asyncio.sleep(0.01)
    return f"a worker killed: {lost} streams lost, all back after {time.monotonic() - start:.1f} s"


if __name__ == "__main__":
    asked = dict(enumerate(sys.argv))
    main(int(asked.get(1, "1000")), asked.get(2, "2"))

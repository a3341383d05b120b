#!/usr/bin/env python3
"""Opens a report with 1,000 failures in a real browser and checks it as its readers meet it.

Makes a campaign's folder with 1,000 findings, has `assay report` write its page (or takes `--page FILE`), and opens that in
headless Chromium at 320, 1280 and 2560 px, light and dark, with findings opened: nothing may be wider than the window, axe may
find nothing serious, searching, filtering and sorting take a median of at most 100 ms. Prints the figures; leaves screenshots
in `--shots DIR`. Needs Debian's chromium and chromium-driver and, from PyPI, selenium and axe-playwright-python:

    python3 -m venv /tmp/pages && /tmp/pages/bin/pip install selenium && /tmp/pages/bin/pip install --no-deps axe-playwright-python
    /tmp/pages/bin/python cmake/scripts/page_check.py --assay build/release/assay --shots shots
"""
from __future__ import annotations

import argparse
import importlib.util
import json
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

WIDTHS = {320: 700, 1280: 900, 2560: 1400}
MOST_MS = 100
ORACLES = ["idempotent", "round_trip", "pass_preserves_results", "interpreted_equals_compiled", "no_crash_or_hang", "input_unchanged"]
PASSES = ["FuseOps", "FuseTIR", "ConvertLayout", "LegalizeOps", "RealizeVDevice", "CanonicalizeBindings", ""]
CLASSES = ["differs", "crash", "text_differs", "ill_formed", "trap"]
MODULE = """# from tvm.script import ir as I, relax as R
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, {n}), dtype="float32"), y: R.Tensor((2, {n}), dtype="float32")) -> R.Tensor((2, {n}), dtype="float32"):
        with R.dataflow():
            lv0 = R.add(x, y)
            lv1 = R.multiply(lv0, R.const({n}.0, "float32"))
{more}            gv = R.nn.relu(lv1)
            R.output(gv)
        return gv
"""


def module(number: int, changed: bool = False) -> str:
    more = "".join(f"            lv{2 + i} = R.exp(lv{1 + i})\n" for i in range(number % 17))
    text = MODULE.format(n=number + 1, more=more)
    return text.replace("R.multiply(lv0", "R.multiply(x") if changed else text


def difference(number: int) -> dict[str, Any]:
    if number % 2:
        rows = [[f"result[{i // 4}, {i % 4}]", f"{i * 1.5}", f"{i * 1.5 + 0.25}", "0.25"] for i in range(12)]
        return {"titles": ["expected", "got"], "where": "", "differing": 44, "elements": rows}
    return {"titles": ["once", "twice"], "where": "main, binding 2", "texts": [module(number), module(number, True)]}


def campaign(folder: pathlib.Path, count: int) -> None:
    """A folder as `assay fuzz` leaves it."""
    (folder / "findings").mkdir(parents=True)
    (folder / "corpus").mkdir()
    index = sqlite3.connect(folder / "index.sqlite")
    index.execute("CREATE TABLE findings(id TEXT PRIMARY KEY, signature TEXT UNIQUE NOT NULL, oracle TEXT, pass TEXT, class TEXT, path TEXT, reduced_lines"
                  " INTEGER, run INTEGER, seen INTEGER, status TEXT DEFAULT 'open', at_seconds REAL, known_as TEXT DEFAULT '', also TEXT DEFAULT '', detail TEXT DEFAULT '')")
    index.execute("CREATE TABLE progress(one INTEGER PRIMARY KEY CHECK (one = 1), runs INTEGER, seconds REAL)")
    index.execute("CREATE TABLE facts(name TEXT PRIMARY KEY, value TEXT)")
    index.execute("INSERT INTO progress VALUES (1, 48211, 3600)")
    closed = {}
    for number in range(count):
        name = f"{number * 2654435761 % 2**64:016x}"
        place = folder / "findings" / name
        place.mkdir()
        oracle, of_pass, klass = ORACLES[number % 6], PASSES[number % 7], CLASSES[number % 5]
        texts = {"reduced.py": module(number), "module.py": module(number) * 3, "case.json": "{}\n", "issue.md": "# issue\n", "reproduce.py": "print()\n",
                 "difference.json": json.dumps(difference(number))}
        for file, text in texts.items():
            (place / file).write_text(text)
        known = "findings/night-41" if number % 5 == 3 else ""
        if number % 50 == 7:
            closed[name] = {"name": "", "status": "closed", "note": "mended upstream"}
        detail = f"{of_pass or 'the build'}: result[0, 1]: got {number * 0.37:.4f}, want {number * 0.36:.4f} (44 elements differ), in a module whose main has {number % 17} more steps"
        index.execute("INSERT INTO findings VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                      (name, f"{oracle}|{of_pass}|{klass}|op {number}", oracle, of_pass, klass, str(place), 11 + number % 17, number, 1 + number % 9,
                       "flaky" if number % 40 == 1 else "open", number * 3.6, known, "round_trip deterministic" if number % 3 == 0 else "", detail))
    facts = [["Subject", "tvm@/opt/tvm/bin/python (tvm 0.27.0.post1)"], ["Started", "2026-11-27 02:17 UTC"],
             ["Command", "assay fuzz --subject tvm@/opt/tvm/bin/python --time 60m --jobs 2 --seed 42 --out findings/nightly --baseline findings/night-41"],
             ["Program", "assay 0.1.0"], ["Machine", "Linux 6.1.0 x86_64"], ["Seed", "42"], ["Jobs", "2"], ["Baseline", "findings/night-41"]]
    history = [{"when": f"2026-11-{14 + i} 02:17 UTC", "subject": "tvm 0.27.0.post1", "failing": 700 + 23 * i, "new": 20 + 7 * (i % 4), "still": 680 + 16 * i, "gone": 3 * (i % 5)} for i in range(14)]
    counts = {name: {"agree": 40000 - 5000 * i, "skip": 300 * i, "finding": 160, "seconds": 12.5 * (i + 1)} for i, name in enumerate(ORACLES)}
    tally = {"runs": 48211, "generate_seconds": 40.0, "generated": 48211, "oracles": counts, "skips": {"round_trip: not applicable: the text leaves constants out": 312, "idempotent: refused: no kernel": 55},
             "passes": {name: {"tried": 4000 + 10 * i, "changed": 900 * i, "oracles": counts} for i, name in enumerate(PASSES[:6])},
             "op_coverage": [f"{op} {dtype} {shape}" for op in ("add", "multiply", "nn.relu", "nn.conv2d", "exp") for dtype in ("float16", "float32", "int8", "bool") for shape in ("scalar", "static", "symbolic")]}
    for name, value in (("facts", facts), ("history", history), ("tally", tally)):
        index.execute("INSERT INTO facts VALUES (?, ?)", (name, json.dumps(value)))
    index.commit()
    (folder / "triage.json").write_text(json.dumps(closed))


def axe_source() -> str:
    spec = importlib.util.find_spec("axe_playwright_python")
    if spec is None or spec.submodule_search_locations is None:
        sys.exit("page_check: axe-playwright-python is missing; the head of this file says how to install it")
    return next(pathlib.Path(spec.submodule_search_locations[0]).rglob("axe.min.js")).read_text()


def browser() -> webdriver.Chrome:
    options = Options()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access-from-files"):
        options.add_argument(flag)
    options.binary_location = "/usr/bin/chromium"
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


def view(driver: webdriver.Chrome, width: int, scheme: str, page: pathlib.Path, anchor: str = "") -> None:
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": WIDTHS[width], "deviceScaleFactor": 1, "mobile": False})
    driver.get("about:blank")
    driver.get(page.resolve().as_uri() + anchor)


def overflow(driver: webdriver.Chrome) -> int:
    return int(driver.execute_script("return document.documentElement.scrollWidth - innerWidth"))


def serious(driver: webdriver.Chrome, axe: str) -> tuple[list[str], int]:
    driver.execute_script(axe)
    found = driver.execute_async_script("const done = arguments[0]; axe.run({resultTypes: ['violations']}).then((found) => done(found.violations), (error) => done([{impact: 'serious', id: String(error), nodes: []}]))")
    return [f"{one['id']} ({len(one['nodes'])}): {one['nodes'][0]['html'][:120] if one['nodes'] else ''}" for one in found if one["impact"] in ("serious", "critical")], len(found)


TIMED = """
const [kind, round] = arguments, search = document.querySelector('#search'), heads = document.querySelectorAll('table.cases th button');
const select = document.querySelector('.tools select'), begin = performance.now();
if (kind === 'search') { search.value = round % 2 ? 'fuse relu' : 'r.exp(lv' + round; search.dispatchEvent(new Event('input')); }
if (kind === 'filter') { select.selectedIndex = round % select.options.length; select.dispatchEvent(new Event('change')); }
if (kind === 'sort') heads[round % heads.length].click();
document.body.getBoundingClientRect();
return performance.now() - begin;
"""


def timings(driver: webdriver.Chrome) -> dict[str, float]:
    return {kind: statistics.median(driver.execute_script(TIMED, kind, round) for round in range(20)) for kind in ("search", "filter", "sort")}


def open_some(driver: webdriver.Chrome) -> None:
    driver.execute_script("[...document.querySelectorAll('table.cases button.row')].slice(0, 2).forEach((button) => button.click())")


def check(page: pathlib.Path, shots: pathlib.Path | None) -> list[str]:
    axe, driver, bad = axe_source(), browser(), []
    try:
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                view(driver, width, scheme, page)
                closed = overflow(driver)
                if shots:
                    driver.save_screenshot(str(shots / f"{width}-{scheme}-top.png"))
                open_some(driver)
                opened = overflow(driver)
                violations, all_found = serious(driver, axe)
                print(f"{width:>5} px {scheme:<5}  overflow {closed} px, with details {opened} px; axe: {len(violations)} serious of {all_found}")
                for one in violations:
                    print("        " + one)
                if closed > 0 or opened > 0 or violations:
                    bad.append(f"{width} px, {scheme}")
                if shots:
                    driver.execute_script("const cases = document.querySelector('#cases, main section'); cases && cases.scrollIntoView()")
                    driver.save_screenshot(str(shots / f"{width}-{scheme}-cases.png"))
                    driver.execute_script("const next = document.querySelector('table.diff, .inside'); next && next.scrollIntoView()")
                    driver.save_screenshot(str(shots / f"{width}-{scheme}-details.png"))
        view(driver, 1280, "light", page)
        rows = driver.execute_script("return JSON.parse(document.getElementById('data').textContent).rows")
        if rows:
            for kind, median in timings(driver).items():
                print(f"{kind}: {median:.1f} ms (median of 20, {len(rows)} cases)")
                if median > MOST_MS:
                    bad.append(f"{kind} takes {median:.0f} ms")
            view(driver, 1280, "light", page, "#" + rows[-1]["id"])
            driver.implicitly_wait(2)
            if not driver.find_elements("css selector", "tr.details"):
                bad.append("the address of the last case does not open it")
        loaded = [entry for entry in driver.execute_script("return performance.getEntriesByType('resource').map((entry) => entry.name)")]
        if loaded:
            bad.append(f"the page loads {loaded}")
    finally:
        driver.quit()
    return bad


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--assay", default="build/release/assay")
    parser.add_argument("--page", type=pathlib.Path, help="check this page instead")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--shots", type=pathlib.Path)
    options = parser.parse_args()
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        page = options.page
        if page is None:
            folder = pathlib.Path(scratch) / "nightly"
            campaign(folder, options.count)
            subprocess.run([options.assay, "report", str(folder), "--format", "html"], check=True, stdout=subprocess.DEVNULL)
            page = folder / "report.html"
        print(f"{page.name}: {page.stat().st_size / 1e6:.1f} MB")
        bad = check(page, options.shots)
    for one in bad:
        print("page_check: " + one)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

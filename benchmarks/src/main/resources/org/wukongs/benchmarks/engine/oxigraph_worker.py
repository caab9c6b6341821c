"""Measures Oxigraph in this process: task file, result file. The same steps as EngineWorker.

pyoxigraph has no prepared queries, so its engine time includes parsing; and its rows are made as
Python objects, which is part of both times.
"""

import hashlib
import json
import statistics
import sys
import time

import pyoxigraph

RUNS_MIN = 3
TRIPLES_OF = 'SELECT ?s ?p ?o WHERE {{ ?s ?p ?o FILTER(STRENDS(STR(?s), "{}")) }}'
BLOCK_SHARE = 0.1
STABLE_BLOCKS = 3
TOLERANCE = 0.05


def execute(store, query):
    start = time.perf_counter_ns()
    solutions = list(store.query(query))
    evaluated = time.perf_counter_ns()
    rows = [["" if term is None else str(term) for term in solution] for solution in solutions]
    return evaluated - start, time.perf_counter_ns() - start, rows


def digest(rows):
    sha256 = hashlib.sha256()
    for line in sorted("\t".join(row) + "\n" for row in rows):
        sha256.update(line.encode())
    return sha256.hexdigest()


def warm_up(store, query, seconds):
    medians, runs = [], 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        block, block_end = [], time.monotonic() + seconds * BLOCK_SHARE
        while not block or time.monotonic() < block_end:
            block.append(execute(store, query)[0])
        runs += len(block)
        medians.append(statistics.median(block))
        last = medians[-STABLE_BLOCKS:]
        if len(last) == STABLE_BLOCKS and max(last) <= min(last) * (1 + TOLERANCE):
            return runs, True
    return runs, False


def measure(store, query, task):
    rows = execute(store, query["text"])[2]
    warm_up_runs, stable = warm_up(store, query["text"], task["warmUpSeconds"])
    engine_ns, wall_ns = [], []
    end = time.monotonic() + task["querySeconds"]
    while len(wall_ns) < task["repeat"] and (len(wall_ns) < RUNS_MIN or time.monotonic() < end):
        run = execute(store, query["text"])
        engine_ns.append(run[0])
        wall_ns.append(run[1])
    return {
        "name": query["name"],
        "rows": len(rows),
        "sha256": digest(rows),
        "warmUpRuns": warm_up_runs,
        "stable": stable,
        "engineNs": engine_ns,
        "wallNs": wall_ns,
    }


def measure_updates(store, updates):
    warm_up_runs = updates["count"] // 2
    wall_ns = []
    with open(updates["file"], encoding="utf-8") as requests:
        for request in requests:
            start = time.perf_counter_ns()
            store.update(request)
            wall_ns.append(time.perf_counter_ns() - start)
    parts = [execute(store, TRIPLES_OF.format(digit))[2] for digit in range(10)]
    return {
        "name": updates["name"],
        "rows": sum(len(part) for part in parts),
        "sha256": digest([digest(part)] for part in parts),
        "warmUpRuns": warm_up_runs,
        "stable": True,
        "engineNs": wall_ns[warm_up_runs:],
        "wallNs": wall_ns[warm_up_runs:],
    }


def mix_for(store, mix, seconds):
    start = time.perf_counter_ns()
    now, end = start, start + int(seconds * 1e9)
    executions, engine_ns = 0, 0
    while now < end:
        engine_ns += execute(store, mix[executions % len(mix)])[0]
        executions += 1
        now = time.perf_counter_ns()
    return executions, now - start, engine_ns


def measure_mix(store, task):
    mix = [query["text"] for query in task["mix"]]
    rows = sum(len(execute(store, query)[2]) for query in mix)
    mix_for(store, mix, task["warmUpSeconds"])
    executions, wall_ns, engine_ns = mix_for(store, mix, task["mixSeconds"])
    return {"rows": rows, "executions": executions, "wallNs": wall_ns, "engineNs": engine_ns}


def peak_memory_bytes():
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def main(task_file, result_file):
    with open(task_file, encoding="utf-8") as file:
        task = json.load(file)
    store = pyoxigraph.Store()
    start = time.perf_counter_ns()
    store.bulk_load(path=task["data"], format=pyoxigraph.RdfFormat.N_TRIPLES)
    load_ns = time.perf_counter_ns() - start
    result = {
        "version": "Oxigraph in memory, pyoxigraph " + pyoxigraph.__version__,
        "triples": len(store),
        "loadNs": load_ns,
        "bytesPerTriple": None,
        "retainedBytes": None,
        "queries": [measure(store, query, task) for query in task["queries"]]
        + [measure_updates(store, updates) for updates in task["updates"]],
        "mix": measure_mix(store, task) if task["mix"] else None,
        "peakMemoryBytes": peak_memory_bytes(),
    }
    with open(result_file, "w", encoding="utf-8") as file:
        json.dump(result, file)


main(sys.argv[1], sys.argv[2])

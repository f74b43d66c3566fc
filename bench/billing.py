# SPDX-License-Identifier: Apache-2.0
"""The strategy table once more, in CPython: what strategy_bench.cpp is compared with. Prints seconds and the range
of events applied, which must be the same as ours: billing.py EVENTS RUNS"""
import random
import sys
import time
import zlib

PARTITIONS, BATCH, TENANTS, CRASHES = 4, 100, 50, 0.02


def draw(count):
    source, parts = random.Random(1), [[] for _ in range(PARTITIONS)]
    for number in range(count):
        tenant = source.randrange(TENANTS)
        tokens = source.randint(50, 4000)
        parts[zlib.crc32(b"t%02d" % tenant) % PARTITIONS].append((number, tenant, tokens))
    return parts


def bill(parts, strategy, run):
    """Events applied by one run."""
    luck, committed, seen = random.Random(run), [0] * PARTITIONS, set()
    totals, applied = [0] * TENANTS, 0
    while any(committed[p] < len(parts[p]) for p in range(PARTITIONS)):
        crashed = False
        for p in range(PARTITIONS):
            while committed[p] < len(parts[p]) and not crashed:
                batch = parts[p][committed[p]:committed[p] + BATCH]
                after, done = committed[p] + len(batch), len(batch)
                crashed = luck.random() < CRASHES
                if crashed:
                    done = luck.randrange(len(batch) + 1)
                if strategy == "commit-first":
                    committed[p] = after
                if strategy == "transactional" and crashed:
                    break
                for number, tenant, tokens in batch[:done]:
                    if strategy == "commit-after+dedupe":
                        if number in seen:
                            continue
                        seen.add(number)
                    totals[tenant] += tokens
                    applied += 1
                if not crashed:
                    committed[p] = after
            if crashed:
                break
    return applied


def main(events, runs):
    begun = time.process_time()
    parts = draw(events)
    applied = [bill(parts, strategy, run) for strategy in
               ("commit-first", "commit-after", "commit-after+dedupe", "transactional") for run in range(runs)]
    print(time.process_time() - begun, min(applied), max(applied))


main(int(sys.argv[1]), int(sys.argv[2]))

# SPDX-License-Identifier: Apache-2.0
"""Reads JSON lines with CPython's json module: what check_bench.cpp is compared with. Prints seconds of CPU time and
the number of lines: read_json.py FILE"""
import json
import sys
import time


def main(path):
    begun, lines = time.process_time(), 0
    with open(path, "rb") as file:
        for line in file:
            lines += json.loads(line) is not None
    print(time.process_time() - begun, lines)


main(sys.argv[1])

"""The rows of a trace, one a line, sorted, in the columns asked for: trace_rows.py FILE COLUMN...

A column is a key of the rows, or shape (MxNxK, - for none), flags, lib and from (base names of library and caller).
Rows with the same line are put together, and their calls and nested calls follow: "dgemm_ 5x6x7 NT 3 0".
"""

import collections
import json
import os
import sys


def column(row, name):
    if name == "shape":
        return "x".join("-" if row[key] is None else str(row[key]) for key in "mnk")
    if name == "flags":
        return "".join(row[key] or "" for key in ("side", "uplo", "trans_a", "trans_b", "diag")) or "-"
    if name in ("lib", "from"):
        return os.path.basename(row["library" if name == "lib" else "caller"] or "-")
    return str(row[name])


def main(path, *columns):
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)["rows"]
    calls = collections.defaultdict(lambda: [0, 0])
    for row in rows:
        line = " ".join(column(row, name) for name in columns)
        calls[line][0] += row["calls"]
        calls[line][1] += row["calls_nested"]
    for line, (count, nested) in sorted(calls.items()):
        print(line, count, nested)


main(*sys.argv[1:])

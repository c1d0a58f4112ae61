"""What must be true of a JSON file: holds.py FILE EXPRESSION...

Names in the expressions: data, rows (its results), keys (of the rows), manifest (of the same folder), finite (data),
load (FILE). Prints the expressions that are false, with the file, and exits with 1.
"""

import json
import math
import os
import sys


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def keys(data):
    return [(row["frontend"], row["method"], row["dtype"], row["m"], row["n"], row["k"], row["threads"])
            for row in data["results"]]


def finite(value):
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(map(finite, value.values()))
    return all(map(finite, value)) if isinstance(value, list) else True


def close(a, b):
    return math.isclose(a, b, rel_tol=1e-9)


def main(path, *expressions):
    data = load(path)
    manifest = os.path.join(os.path.dirname(path), "manifest.json")
    names = {"data": data, "rows": data.get("results"), "keys": keys, "finite": finite, "close": close, "load": load,
             "manifest": load(manifest) if os.path.exists(manifest) else None}
    false = [text for text in expressions if not eval(f"({text})", dict(names))]
    for text in false:
        print(f"not true of {path}: {text}")
    return 1 if false else 0


sys.exit(main(*sys.argv[1:]))

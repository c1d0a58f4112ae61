"""Compare paths.json with a golden map: golden_paths.py PATHS_JSON FRONTEND VERSION TSV.

Exit status: 0 the same; 1 not, with a line for each difference; 77 this version of the front end is not in the file.
"""

import json
import sys


def text(value):
    return "-" if value is None else str(value)


def found(rows):
    """A set of lines as the golden file has them."""
    lines = set()
    for row in rows:
        if row["status"] != "observed":
            lines.add((row["id"], row["reason"]))
        elif not row["calls"]:
            lines.add((row["id"], "none"))
        for call in row["calls"]:
            words = [call[key] for key in ("trans_a", "trans_b", "m", "n", "k", "calls")]
            lines.add((row["id"], call["symbol"], *map(text, words)))
    return lines


def main(paths, frontend, version, golden):
    with open(paths, encoding="utf-8") as file:
        rows = [row for row in json.load(file)["rows"]
                if row["frontend"] == frontend and row["version"].startswith(version + ".")]
    if not rows:
        return 77
    with open(golden, encoding="utf-8") as file:
        expected = {tuple(line.rstrip("\n").split("\t")) for line in file if not line.startswith("#")}
    seen = found(rows)
    for line in sorted(expected - seen):
        print("expected, and not seen:", *line)
    for line in sorted(seen - expected):
        print("seen, and not expected:", *line)
    return 0 if seen == expected else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

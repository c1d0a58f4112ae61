#!/usr/bin/python3
"""Validate JSON files against a JSON Schema: validate.py SCHEMA FILE...

Exit status: 0 all valid; 1 one is not, with a line for each error on stdout; 2 usage;
77 the Python module jsonschema is missing (Debian: python3-jsonschema).
"""

import json
import sys


def not_json(token):
    raise ValueError(f"{token} is not JSON")


def no_repeated_keys(pairs):
    keys = [key for key, _ in pairs]
    repeated = sorted({key for key in keys if keys.count(key) > 1})
    if repeated:
        raise ValueError(f"repeated key {repeated[0]!r}")
    return dict(pairs)


def load(path):
    """Strictly: UTF-8, no NaN, no repeated keys."""
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_constant=not_json, object_pairs_hook=no_repeated_keys)


def errors(validator, path):
    try:
        data = load(path)
    except (OSError, ValueError) as reason:
        return [f"{path}: {reason}"]
    found = sorted(validator.iter_errors(data), key=lambda error: list(map(str, error.absolute_path)))
    return [f"{path}: {error.json_path}: {' '.join(error.message.split())[:300]}" for error in found]


def main(arguments):
    if len(arguments) < 2:
        print("usage: validate.py SCHEMA FILE...", file=sys.stderr)
        return 2
    try:
        from jsonschema.validators import validator_for
    except ImportError:
        print("validate.py: this Python has no module jsonschema (Debian: python3-jsonschema)", file=sys.stderr)
        return 77
    schema = load(arguments[0])
    kind = validator_for(schema)
    kind.check_schema(schema)
    found = [line for path in arguments[1:] for line in errors(kind(schema), path)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

# mmcli intensity: what is counted, simulated or modelled, and what is said of it.
load helper

need_valgrind() {
    command -v valgrind >/dev/null || skip "valgrind is not installed"
    ! is_sanitized || skip "valgrind cannot run a sanitized program"
}

valid_intensity() { # DIR [MANIFEST]
    need_python jsonschema
    "$PYTHON" "$ROOT/tests/validate.py" "$ROOT/src/record/schema/intensity.schema.json" "$1/intensity.json"
    "$PYTHON" "$ROOT/tests/validate.py" "$ROOT/src/record/schema/manifest.schema.json" "$1/${2:-manifest.json}"
}

@test "bad options are refused" {
    refuses 2 "--source: got 'guess', expected auto, counters, simulated or model" intensity --source guess
    refuses 2 "--sizes: got '0'" intensity --sizes 0
    refuses 2 "--sizes: got '64,x'|--sizes: got 'x'" intensity --sizes 64,x
    refuses 2 "--dtype" intensity --dtype f16
    refuses 2 "--budget: got '-1'" intensity --budget -1
    refuses 2 "method 'fast' is not known" intensity --methods fast
    refuses 2 "stands twice" intensity --methods blas,blas
    refuses 2 "octave:naive.*expected methods of cli" intensity --methods blas,octave:naive
    refuses 2 "one word too many" intensity blas
    refuses 4 "cannot|could not" intensity --source model --out /dev/null/x
}

@test "the model: every figure in a file of the published form" {
    succeeds intensity --source model --sizes 64,1024 --methods naive,reordered,blocked,einsum,blas --out "$BATS_TEST_TMPDIR/d"
    valid_intensity "$BATS_TEST_TMPDIR/d"
    holds "$BATS_TEST_TMPDIR/d/intensity.json" \
        'len(data["rows"]) == 10' \
        'all(row["source"] == "model" and row["reason"] for row in data["rows"])' \
        'all(close(row["compulsory_flop_per_byte"], row["n"] / 6) for row in data["rows"])' \
        'all(row["floor_flop_per_byte"] == 0.25 and row["flop"] == 2 * row["n"] ** 3 for row in data["rows"])' \
        'all(len(row["levels"]) == len(data["caches"]) for row in data["rows"])' \
        'all(level["bytes"] == 0 or close(level["flop_per_byte"] * level["bytes"], row["flop"]) for row in data["rows"] for level in row["levels"])' \
        'data["rows"][0]["levels"][-1]["from"] == "memory"' \
        'manifest["results_sha256"] == "'"$(digest "$BATS_TEST_TMPDIR/d/intensity.json")"'"'
}

@test "--json prints what --out writes" {
    succeeds intensity --source model --sizes 100 --dtype f64 --methods naive --json --out "$BATS_TEST_TMPDIR/d"
    cmp "$out" "$BATS_TEST_TMPDIR/d/intensity.json"
    holds "$out" 'data["rows"][0]["floor_flop_per_byte"] == 0.125'
}

@test "in a benchmark's folder its manifest lists the new file and is otherwise left alone" {
    local dir=$BATS_TEST_TMPDIR/d
    succeeds bench --methods naive --sizes 16 $QUICK --out "$dir"
    cp "$dir/manifest.json" "$BATS_TEST_TMPDIR/before.json"
    succeeds intensity --source model --sizes 64,1024 --methods naive,blas --out "$dir"
    holds "$dir/manifest.json" "set(data['sha256']) == {'intensity.json', 'results.json'}" \
        "dict(load('$BATS_TEST_TMPDIR/before.json'), sha256=data['sha256']) == data"
    valid_intensity "$dir" intensity-manifest.json
    valid "$dir"
    lists_its_files "$dir"
}

@test "the report tells what moved where the folder has it" {
    local dir=$BATS_TEST_TMPDIR/d
    succeeds bench --methods naive,blas --sizes 64 $QUICK --out "$dir"
    succeeds report "$dir"
    ! grep -q "What really moved" "$dir/README.md"
    succeeds intensity --source model --sizes 64,1024 --methods naive,blas --out "$dir"
    succeeds report "$dir"
    grep -q "What really moved in one product at N = 64" "$dir/README.md"
    echo '{"schema": "gemmlab-intensity/1"}' >"$dir/intensity.json"
    refuses 4 "intensity.json: caches is missing" report "$dir"
}

@test "without valgrind: the model and a note, or exit status 3 where it was asked for" {
    export VALGRIND=/nonexistent/valgrind
    refuses 3 "valgrind does not run: install valgrind" intensity --source simulated --sizes 64
    succeeds intensity --sizes 64 --methods naive --out "$BATS_TEST_TMPDIR/d"
    valid_intensity "$BATS_TEST_TMPDIR/d"
    holds "$BATS_TEST_TMPDIR/d/intensity.json" 'data["rows"][0]["source"] in ("counters", "model")'
    if ! grep -q '"counters",' "$BATS_TEST_TMPDIR/d/intensity.json"; then
        grep -q "note: not simulated: /nonexistent/valgrind does not run" "$err"
    fi
}

@test "counters: figures, or exit status 3 with the system's reason" {
    mmcli intensity --source counters --sizes 64 --methods naive --out "$BATS_TEST_TMPDIR/d"
    if [ "$status" -eq 3 ]; then
        is_error_line "$err" "no counter of L1 misses: .+;"
    else
        [ "$status" -eq 0 ]
        valid_intensity "$BATS_TEST_TMPDIR/d"
        holds "$BATS_TEST_TMPDIR/d/intensity.json" 'data["rows"][0]["source"] == "counters"'
    fi
}

@test "simulated: BLAS does far more for each byte into the L1 than the naive loop" {
    need_valgrind
    succeeds intensity --source simulated --sizes 256 --methods naive,blas --out "$BATS_TEST_TMPDIR/d"
    valid_intensity "$BATS_TEST_TMPDIR/d"
    holds "$BATS_TEST_TMPDIR/d/intensity.json" \
        'all(row["source"] == "simulated" and row["isa"] != "avx512" for row in data["rows"])' \
        'data["valgrind"]' \
        'data["rows"][0]["method"] == "blas" and data["rows"][1]["kernel"] is None' \
        'data["rows"][0]["levels"][0]["flop_per_byte"] > 0.25'
    # A row of A, in lines 1 KiB apart, fits in no L1 of at most 64 KiB and 16 ways.
    if [ "$("$PYTHON" -c 'import json, sys; c = json.load(open(sys.argv[1]))["caches"][0]; print(c["size_bytes"] <= 65536)' \
            "$BATS_TEST_TMPDIR/d/intensity.json")" = True ]; then
        holds "$BATS_TEST_TMPDIR/d/intensity.json" \
            'data["rows"][0]["levels"][0]["flop_per_byte"] > 20 * data["rows"][1]["levels"][0]["flop_per_byte"]'
    fi
}

@test "what does not fit the budget is a model that says so, or nothing where simulation was asked for" {
    need_valgrind
    succeeds intensity --source simulated --sizes 2000 --methods naive --budget 1 --out "$BATS_TEST_TMPDIR/d"
    valid_intensity "$BATS_TEST_TMPDIR/d"
    holds "$BATS_TEST_TMPDIR/d/intensity.json" \
        'data["rows"][0]["source"] is None and data["rows"][0]["levels"] == []' '"--budget" in data["rows"][0]["reason"]'
    succeeds intensity --sizes 2000 --methods naive --budget 1 --out "$BATS_TEST_TMPDIR/d"
    holds "$BATS_TEST_TMPDIR/d/intensity.json" 'data["rows"][0]["source"] in ("model", "counters")' \
        'data["rows"][0]["source"] == "counters" or "--budget" in data["rows"][0]["reason"]'
}

@test "Ctrl-C: what was found so far is saved" {
    need_valgrind
    local dir=$BATS_TEST_TMPDIR/d
    mkdir "$BATS_TEST_TMPDIR/tmp"
    export TMPDIR=$BATS_TEST_TMPDIR/tmp
    begins "$dir/intensity.json" intensity --source simulated --sizes 16,1500 --methods naive --budget 0 --out "$dir"
    kill -INT $pid
    ends
    [ "$status" -eq 130 ]
    [ -z "$(ls -A "$BATS_TEST_TMPDIR/tmp")" ]
    grep -q "interrupted; what was found so far is saved" "$err"
    valid_intensity "$dir"
    holds "$dir/intensity.json" 'len(data["rows"]) == 1' 'manifest["interrupted"]'
}

@test "product: prints the kernels, and is no command for people" {
    succeeds product --method naive --size 8 --count 0
    grep -q '^isa [a-z0-9]' "$out"
    succeeds product --method blas --size 8
    refuses 2 "got 'octave:blas', expected a method of cli" product --method octave:blas
    refuses 2 "method 'fast' is not known" product --method fast
    succeeds --help
    ! grep -q '^  product' "$out"
}

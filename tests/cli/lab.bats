# mmcli lab: how Octave is found, called and answered; and one short lab.
load helper

# A stand-in for Octave that runs the given shell code; its arguments go to the file `words`, one a line. It gives the
# sign that __mm_main__ would.
stand_in() { # CODE
    export OCTAVE=$BATS_TEST_TMPDIR/octave WORDS=$BATS_TEST_TMPDIR/words
    printf '#!/bin/sh\nprintf "%%s\\n" "$@" >"$WORDS"\necho >"$GEMMLAB_SIGN_FILE"\n%s\n' "$1" >"$OCTAVE"
    chmod +x "$OCTAVE"
    [ -d "$BUILD/mex" ] || skip "the MEX files are not built"
}

@test "without Octave: exit status 3 and one line that says what to do" {
    [ -d "$BUILD/mex" ] || skip "the MEX files are not built"
    out=$BATS_TEST_TMPDIR/out err=$BATS_TEST_TMPDIR/err status=0
    (unset OCTAVE; PATH=$BATS_TEST_TMPDIR; "$MMCLI" lab) >"$out" 2>"$err" || status=$?
    [ "$status" -eq 3 ] && [ ! -s "$out" ] && is_error_line "$err" "octave-cli: No such file.*mmcli bench" || show
    OCTAVE=$BATS_TEST_TMPDIR/no-such-octave refuses 3 "no-such-octave: No such file.*install GNU Octave" lab
    OCTAVE=$BATS_TEST_TMPDIR refuses 3 "Permission denied" lab
    [ ! -e lab ]
}

@test "without gemmlab's Octave functions: exit status 3 and one line" {
    mkdir "$BATS_TEST_TMPDIR/alone"
    cp "$MMCLI" "$BATS_TEST_TMPDIR/alone/"
    MMCLI=$BATS_TEST_TMPDIR/alone/mmcli
    refuses 3 "Octave functions were not found near .*/alone: build them with 'make'" lab
}

@test "Octave gets the folders, the options and one thread" {
    stand_in 'env | grep "_NUM_THREADS=" | sort >>"$WORDS"'
    OMP_NUM_THREADS=7 succeeds lab --out some/where --budget 1.5 --seed 0x10
    grep -qx -- --no-init-file "$WORDS"
    grep -A1 -x -- --path "$WORDS" | grep -qx "$(realpath "$ROOT/octave")"
    grep -A1 -x -- --path "$WORDS" | grep -qx "$(realpath "$BUILD/mex")"
    grep -qF '__mm_main__ ("lab", @bench_lab01, "out", "some/where", "budget", 1.5, "seed", "16", "lang", "en", "command", "' "$WORDS"
    for library in BLIS MKL OMP OPENBLAS; do
        grep -qx "${library}_NUM_THREADS=1" "$WORDS"
    done
}

@test "the language is passed on" {
    stand_in ''
    succeeds lab --lang ko
    grep -qF ', "lang", "ko", "command", "' "$WORDS"
}

@test "words with quotes, backslashes and line breaks reach Octave whole" {
    stand_in ''
    succeeds lab --out 'a "b" \c %d '\''e'\'
    grep -qF '"out", "a \"b\" \\c %d '\''e'\''", "budget"' "$WORDS"
    command -v octave-cli >/dev/null || skip "octave-cli is not installed"
    printf '#!/bin/sh\nfor word; do script=$word; done\ncase $script in "exit ("*) ;; *) exit 99 ;; esac\necho >"$GEMMLAB_SIGN_FILE"\n%s\n' \
        'exec octave-cli --no-init-file --eval "function c = __mm_main__ (varargin), puts (varargin{4}); c = 0; end; $script"' \
        >"$OCTAVE"
    succeeds lab --out $'a "b"\n\\c %d \'e\''
    [ "$(cat "$out")" = $'a "b"\n\\c %d \'e\'' ]
}

@test "Octave's exit status is passed on" {
    for code in 0 1 2 4 130; do
        stand_in "exit $code"
        mmcli lab
        [ "$status" -eq "$code" ]
    done
    # by Python, since a shell that was started with SIGINT ignored cannot change that
    stand_in 'exec python3 -c "import os, signal; signal.signal(2, signal.SIG_DFL); os.kill(os.getpid(), 2)"'
    mmcli lab
    [ "$status" -eq 130 ]
    stand_in 'kill -SEGV $$'
    mmcli lab
    [ "$status" -eq 3 ]
    tail -n 1 "$err" >"$BATS_TEST_TMPDIR/line"
    is_error_line "$BATS_TEST_TMPDIR/line" "signal"
}

@test "bad input" {
    stand_in 'echo "Octave was started"'
    for value in -1 abc nan inf ''; do
        refuses 2 "--budget: got '$value', expected a number of seconds" lab "--budget=$value"
    done
    refuses 2 "--seed: .*128 bits" lab --seed x
    refuses 2 "--out: got an empty" lab --out ""
    [ ! -e "$WORDS" ]
}

# --- A real one. Its parts are tests of their own, which all look at the same folder.

setup_file() {
    export LAB=$BATS_FILE_TMPDIR/lab
}

# Runs the lab once; every test below needs it.
need_lab() {
    need_octave
    if [ ! -e "$LAB.status" ]; then
        local status=0
        "$MMCLI" lab --budget 20 --out "$LAB" >"$LAB.out" 2>"$LAB.err" </dev/null || status=$?
        echo $status >"$LAB.status"
    fi
    perf=$LAB/03-matmul-perf roofline=$LAB/01-roofline
    [ "$(cat "$LAB.status")" -eq 0 ] || { cat "$LAB.err"; false; }
}

@test "the lab writes both experiments whole" {
    need_lab
    [ "$(ls "$roofline" | xargs)" = "README.md manifest.json perf.png perf.svg results.json roofline.json" ]
    [ "$(ls "$perf" | xargs)" = "README.md ladder.json ladder.png ladder.svg manifest.json perf.png perf.svg results.json" ]
    for dir in "$perf" "$roofline"; do
        lists_its_files "$dir"
        [ "$(head -c 8 "$dir/perf.png" | od -An -tx1 | xargs)" = "89 50 4e 47 0d 0a 1a 0a" ]
        [ "$(stat -c %s "$dir/perf.png")" -gt 10000 ]
        grep -q '<svg' "$dir/perf.svg"
        grep -q '</svg>' "$dir/perf.svg"
        grep -q 'perf.png' "$dir/README.md"
    done
}

@test "the lab's files validate" {
    need_lab
    valid "$perf"
    valid_ladder "$perf"
    valid "$roofline"
}

@test "the lab prints no warning of Octave's or of gnuplot's" {
    need_lab
    [ "$(grep -vcE 'ignoring const execution_exception& while preparing to exit|are left out: the budget is below' "$LAB.err")" -eq 0 ] ||
        { cat "$LAB.err"; false; }
}

@test "every number of the lab is finite, and its manifest tells of Octave and of the command" {
    need_lab
    for dir in "$perf" "$roofline"; do
        holds "$dir/results.json" "finite(data)" "finite(manifest)" "data['roofline'] is not None" \
            "manifest['results_sha256'] == '$(digest "$dir/results.json")'"
    done
    holds "$perf/results.json" "manifest['versions']['octave'] and manifest['versions']['gnuplot']" \
        "manifest['command_line'][1:4] == ['lab', '--budget', '20']" "manifest['interrupted'] is False" \
        "manifest['env']['OMP_NUM_THREADS'] == manifest['env']['OPENBLAS_NUM_THREADS'] == '1'"
}

@test "the lab has a row for each of its methods and sizes, verified where measured" {
    need_lab
    succeeds methods
    methods=$(sed -n 's/^\([a-z]*:[a-z0-9_]*\) *\* .*/\1/p' "$out" | sort | xargs)
    holds "$perf/results.json" \
        "sorted(f\"{row['frontend']}:{row['method']} {row['n']}\" for row in rows if row['threads'] == 1)
            == sorted(f'{method} {n}' for method in '$methods'.split() for n in (64, 128, 256, 512, 1024))" \
        "all(row['verified']['ok'] for row in rows if row['status'] == 'measured')" \
        "all(row['status'] != 'failed' for row in rows)" \
        "all(row['threads'] == 1 or (row['method'], row['n']) == ('blas', 1024) for row in rows)"
}

@test "the interpreted loop is measured at 64 and extrapolated above" {
    need_lab
    grep -Eq '^octave:naive +f32 +(64x64x64|N=64) +1  measured' "$LAB.out" ||
        skip "this machine is too slow to measure it in 20 s"
    holds "$perf/results.json" "[(row['n'], row['status']) for row in rows
            if (row['frontend'], row['method']) == ('octave', 'naive')][:1] == [(64, 'measured')]" \
        "all(row['status'] == 'extrapolated' and 'extrapolated from' in row['reason'] for row in rows
            if (row['frontend'], row['method']) == ('octave', 'naive') and row['n'] > 256)"
}

@test "README.md has the four answers, and is made again from the data in the same bytes" {
    need_lab
    [ "$(grep -c '^## [1-4]\. ' "$perf/README.md")" -eq 4 ]
    # "an array of NaN" is what the roofline's text says of its method, and no figure
    [ "$(cat "$perf/README.md" "$roofline/README.md" | grep -v 'an array of NaN' | grep -ciE '\b(nan|inf|infinity)\b')" -eq 0 ]
    cp -r "$LAB" "$BATS_TEST_TMPDIR/again"
    succeeds report "$BATS_TEST_TMPDIR/again/03-matmul-perf"
    succeeds report --as roofline "$BATS_TEST_TMPDIR/again/01-roofline"
    diff -r "$LAB" "$BATS_TEST_TMPDIR/again"
    succeeds report --lang es "$BATS_TEST_TMPDIR/again/03-matmul-perf"
    succeeds report --as roofline --lang ko "$BATS_TEST_TMPDIR/again/01-roofline"
    ! cmp "$perf/README.md" "$BATS_TEST_TMPDIR/again/03-matmul-perf/README.md"
}

@test "bench_lab01 in Octave gives the same rows" {
    need_lab
    octave-cli --no-init-file --no-history --path "$ROOT/octave" --path "$BUILD/mex" \
        --eval "bench_lab01 ('out', '$BATS_TEST_TMPDIR/lab', 'budget', 12)" >/dev/null
    holds "$BATS_TEST_TMPDIR/lab/03-matmul-perf/results.json" "keys(data) == keys(load('$perf/results.json'))"
    holds "$BATS_TEST_TMPDIR/lab/01-roofline/results.json" "keys(data) == keys(load('$roofline/results.json'))"
    valid "$BATS_TEST_TMPDIR/lab/03-matmul-perf"
}

@test "a budget for which nothing can be measured is said to be too small" {
    need_octave
    refuses 2 "no time was left to measure anything.*larger budget" lab --budget 0.01 --out "$BATS_TEST_TMPDIR/lab"
}

# A whole experiment, that is begun, gets SIGNAL; as from a terminal where it goes to a process group.
interrupted_by() { # SIGNAL TARGET_PREFIX
    need_octave
    set -m # a process group of its own
    begins "$BATS_TEST_TMPDIR/lab/03-matmul-perf/manifest.json" lab --budget 12 --out "$BATS_TEST_TMPDIR/lab"
    set +m
    kill "-$1" -- "$2$pid"
    ends
    [ "$status" -eq 130 ] || show
    is_error_line "$err" "interrupted; what was measured so far is saved"
    holds "$BATS_TEST_TMPDIR/lab/03-matmul-perf/results.json" "manifest['interrupted'] is True" \
        "any(row['status'] == 'measured' for row in rows)" "len(rows) >= 5 * 11"
    valid "$BATS_TEST_TMPDIR/lab/03-matmul-perf"
}

@test "Ctrl-C in the lab: exit status 130, what was measured is saved" {
    interrupted_by INT -
}

@test "SIGTERM to mmcli alone is passed on to Octave" {
    interrupted_by TERM ""
}

@test "SIGHUP likewise: Octave gets the one interrupt that saves" {
    stand_in 'trap "echo interrupted; exit 130" INT; while :; do sleep 0.05; done'
    begins "$WORDS" lab
    kill -HUP $pid
    ends
    [ "$status" -eq 130 ] && grep -qx interrupted "$out" || show
}

@test "a killed mmcli leaves no Octave behind: it saves and ends" {
    need_octave
    begins "$BATS_TEST_TMPDIR/lab/03-matmul-perf/manifest.json" lab --budget 12 --out "$BATS_TEST_TMPDIR/lab"
    octave=$(cat "/proc/$pid/task/$pid/children")
    kill -KILL $pid
    ends
    for i in $(seq 300); do
        kill -0 $octave 2>/dev/null || break
        sleep 0.1
    done
    ! kill -0 $octave
    holds "$BATS_TEST_TMPDIR/lab/03-matmul-perf/results.json" "manifest['interrupted'] is True"
}

@test "a program that is not Octave and does nothing is not taken for success" {
    need_octave
    for command in lab ladder "experiment overhead"; do
        for fake in true false; do
            OCTAVE=$(type -P $fake) refuses 3 "$fake ended with exit status .* before the work was done" \
                $command --out "$BATS_TEST_TMPDIR/D"
        done
    done
}

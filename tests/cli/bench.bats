# mmcli bench: rows, files, bad input, interrupts.
load helper

setup_file() { # one run that several tests look at
    D=$BATS_FILE_TMPDIR/D
    export D
    "$MMCLI" bench --methods naive,blocked,einsum,blas --sizes 64,128 --min-time 0.02 --out "$D" --json \
        >"$BATS_FILE_TMPDIR/json" 2>"$BATS_FILE_TMPDIR/err" </dev/null
}

bench() { # ARGS...: a quick run into the test's own folder
    succeeds bench $QUICK --out "$BATS_TEST_TMPDIR/D" "$@"
    results=$BATS_TEST_TMPDIR/D/results.json
}

# --- What a run gives.

@test "both files validate against the published schemas" {
    valid "$D"
}

@test "the manifest names the sha256 of results.json" {
    holds "$D/results.json" "manifest['results_sha256'] == '$(digest "$D/results.json")'"
    lists_its_files "$D"
}

@test "--json prints the file's bytes" {
    cmp "$BATS_FILE_TMPDIR/json" "$D/results.json"
}

@test "a row for every method and size, sorted, once" {
    holds "$D/results.json" "keys(data) == [('cli', method, 'f32', n, n, n, 1)
        for method in ('blas', 'blocked', 'einsum', 'naive') for n in (64, 128)]"
}

@test "every row is verified and measured, with 6 samples and the minimum time" {
    holds "$D/results.json" "all(row['status'] == 'measured' and row['reason'] is None for row in rows)" \
        "all(row['verified']['ok'] and 0 <= row['verified']['max_error'] <= row['verified']['bound'] for row in rows)" \
        "all(row['reps'] == len(row['seconds']['samples']) >= 6 for row in rows)" \
        "all(sum(row['seconds']['samples']) * row['calls_per_rep'] >= 0.02 for row in rows)"
}

@test "median, minimum, interval and rate follow from the samples" {
    holds "$D/results.json" \
        "all(row['seconds']['min'] == min(row['seconds']['samples']) for row in rows)" \
        "all(close(row['seconds']['median'], __import__('statistics').median(row['seconds']['samples'])) for row in rows)" \
        "all(row['seconds']['ci95'][0] <= row['seconds']['median'] <= row['seconds']['ci95'][1] for row in rows)" \
        "all(set(row['seconds']['ci95']) <= set(row['seconds']['samples']) for row in rows)" \
        "all(close(row['gflops'], 2 * row['n'] ** 3 / row['seconds']['median'] / 1e9) for row in rows)" \
        "all(close(row['gflops_ci95'][0], 2e-9 * row['n'] ** 3 / row['seconds']['ci95'][1]) for row in rows)" \
        "all(close(row['percent_of_peak'], 100 * row['gflops'] / data['roofline']['peak_gflops']) for row in rows)"
}

@test "only methods that call a BLAS name a provider" {
    holds "$D/results.json" \
        "all((row['provider'] is not None) == (row['method'] in ('einsum', 'blas')) for row in rows)"
}

@test "every number is finite" {
    holds "$D/results.json" "finite(data)" "finite(manifest)"
}

@test "the manifest tells how to repeat the run" {
    holds "$D/results.json" "manifest['command_line'][1:4] == ['bench', '--methods', 'naive,blocked,einsum,blas']" \
        "manifest['seed'] == '42' and manifest['threads'] == 1 and manifest['interrupted'] is False" \
        "manifest['start'] <= manifest['end']"
}

@test "the table for people has the same rows" {
    bench --methods naive,blas --sizes 16,32
    [ "$(grep -Ec '^cli:(naive|blas) +f32 +N=(16|32) +1  measured\*? ' "$out")" -eq 4 ]
    grep -q '^roofline, one thread: peak ' "$out"
}

@test "f64" {
    bench --dtype f64 --methods naive,vectorised,blas --sizes 8,64
    holds "$results" "len(rows) == 6 and all(row['dtype'] == 'f64' and row['verified']['ok'] for row in rows)" \
        "data['roofline']['dtype'] == 'f64'"
    valid "$BATS_TEST_TMPDIR/D"
}

@test "--shapes: C is MxN, the inner dimension K; one that is 1; sorted" {
    bench --shapes 64x32x16,1x100x7,33x1x65 --methods naive,blas
    holds "$results" "keys(data) == [('cli', method, 'f32', *shape, 1)
        for method in ('blas', 'naive') for shape in ((1, 100, 7), (33, 1, 65), (64, 32, 16))]" \
        "all(close(row['gflops'], 2e-9 * row['m'] * row['n'] * row['k'] / row['seconds']['median']) for row in rows)"
    valid "$BATS_TEST_TMPDIR/D"
}

@test "--threads 2: rows say so and are not compared with one thread's roof" {
    bench --threads 2 --methods blas --sizes 64
    holds "$results" "[row['threads'] for row in rows] == [2]" "rows[0]['percent_of_peak'] is None" \
        "manifest['threads'] == 2"
    valid "$BATS_TEST_TMPDIR/D"
}

@test "every compiled method of mmcli methods can be timed" {
    succeeds methods
    names=$(sed -n 's/^cli:\([a-z0-9_]*\) .*/\1/p' "$out" | sort | xargs)
    bench --sizes 16 --methods "${names// /,}"
    holds "$results" "' '.join(sorted(row['method'] for row in rows)) == '$names'" \
        "all(row['status'] == 'measured' for row in rows)"
}

@test "--reps is a lower bound; fewer than 6 samples have no interval" {
    bench --reps 11 --min-time 0 --sizes 8 --methods blas
    holds "$results" "rows[0]['reps'] >= 11 and rows[0]['seconds']['ci95'] is not None"
    bench --reps 3 --min-time 0 --sizes 256 --methods naive
    holds "$results" "rows[0]['reps'] != 3 or rows[0]['seconds']['ci95'] is None" "rows[0]['reps'] >= 3"
    valid "$BATS_TEST_TMPDIR/D"
}

@test "--seed, up to 128 bits, decimal or hexadecimal, is recorded" {
    bench --seed 0 --sizes 8 --methods blas
    holds "$results" "manifest['seed'] == '0'"
    bench --seed 340282366920938463463374607431768211455 --sizes 8 --methods blas
    holds "$results" "manifest['seed'] == '340282366920938463463374607431768211455'"
    bench --seed 0xfF --sizes 8 --methods blas
    holds "$results" "manifest['seed'] == '255'"
}

@test "--budget: what does not fit is extrapolated from the largest measured size by T(N) = 8 T(N/2)" {
    succeeds bench --methods naive --sizes 64,4096 --budget 10 --min-time 0.01 --out "$BATS_TEST_TMPDIR/D"
    grep -Eq '^cli:naive +f32 +N=4096 +1  extrapolated ' "$out"
    grep -q 'does not fit the budget: extrapolated from N=64' "$out"
    holds "$BATS_TEST_TMPDIR/D/results.json" \
        "[(row['n'], row['status']) for row in rows] == [(64, 'measured'), (4096, 'extrapolated')]" \
        "rows[1]['extrapolated_from'] == {'m': 64, 'n': 64, 'k': 64}" \
        "rows[1]['seconds']['median'] == 8 ** 6 * rows[0]['seconds']['median']" \
        "rows[1]['seconds']['samples'] is None and rows[1]['seconds']['min'] is None and rows[1]['reps'] == 0" \
        "close(rows[1]['gflops'], rows[0]['gflops'])" "'N=64' in rows[1]['reason']" "finite(data)"
    valid "$BATS_TEST_TMPDIR/D"
}

@test "rows cut short are marked in the table, and counted in one line" {
    bench --methods naive,blas --sizes 16,32 --budget 10 --min-time 60
    marked=$(grep -c ' measured\* ' "$out")
    [ "$marked" -gt 1 ]
    holds "$results" "sum(row['status'] == 'measured' and bool(row['reason']) for row in rows) == $marked"
    grep -q "^\*: $marked cut short, " "$out"
    [ "$(grep -c 'cut short' "$out")" -eq 1 ]
}

@test "--budget too small for anything: rows are skipped and say why" {
    bench --methods naive --sizes 2048 --budget 0.5
    holds "$results" "[row['status'] for row in rows] == ['skipped']" "'budget' in rows[0]['reason']" \
        "rows[0]['seconds'] is None and rows[0]['gflops'] is None"
    valid "$BATS_TEST_TMPDIR/D"
}

@test "--out makes the folder with its parents, and a new run replaces the old files" {
    bench --sizes 8 --methods blas --out "$BATS_TEST_TMPDIR/a/b/c"
    bench --sizes 16 --methods blas --out "$BATS_TEST_TMPDIR/a/b/c"
    holds "$BATS_TEST_TMPDIR/a/b/c/results.json" "[row['n'] for row in rows] == [16]"
    [ "$(ls "$BATS_TEST_TMPDIR/a/b/c" | xargs)" = "manifest.json results.json" ]
}

# --- Bad input.

@test "bad lists of methods" {
    while read -r value pattern; do
        refuses 2 "$pattern" bench --sizes 8 --methods "$value"
    done <<'END'
matmul 'matmul' is not known: use one of naive, .*blas
NAIVE 'NAIVE' is not known
naive,,blas '' is not known
naive, '' is not known
,naive '' is not known
naive,blas,naive 'naive' stands twice
naive,cli:naive 'cli:naive' stands twice
blas;naive 'blas;naive' is not known
cli: 'cli:' is not known
:blas ':blas' is not known
numpy:blas 'numpy:blas' is not known
octave:matmul 'octave:matmul' is not known
END
    refuses 2 "--methods: got an empty text" bench --methods ""
    refuses 2 "' naive' is not known" bench --methods "blas, naive"
}

@test "a method of the interpreter is not possible without it" {
    refuses 3 "octave:naive .*mm_bench.*mmcli lab" bench --methods octave:naive --sizes 8
    refuses 3 "octave:mtimes" bench --methods naive,octave:mtimes --sizes 8
}

@test "bad sizes" {
    for value in 0 -1 +1 1.5 2147483648 9223372036854775808 1e3 0x40 abc 64a nan '' ' 64' '64 ' '64,' ',64' \
        '64,,128' 64x64 '64;128'; do
        refuses 2 "--sizes: got '.*', expected a whole number from 1 to 2147483647" bench --sizes "$value"
    done
    refuses 2 "got '64,128,64', where a size stands twice" bench --sizes 64,128,64
    refuses 2 "where a size stands twice" bench --sizes 64 --shapes 64x64x64
}

@test "bad shapes" {
    for value in 64 64x64 '' 64x64x 'x64x64' 64x64x64x64 64x0x64 -1x2x3 1x2x3, 1x2x2147483648 1X2X3 1.5x2x3; do
        refuses 2 "--shapes: got '.*', expected (MxNxK|a whole number)" bench --shapes "$value"
    done
    refuses 2 "where a size stands twice" bench --shapes 1x2x3,3x2x1,1x2x3
}

@test "bad values of the other options" {
    while read -r option value pattern; do
        refuses 2 "--$option: .*$pattern" bench --sizes 8 "--$option=$value"
    done <<'END'
dtype f16 'f16' is not known: use f32 or f64
dtype F32 'F32' is not known
dtype single use f32 or f64
threads 0 got '0', expected a whole number from 1
threads -1 got '-1'
threads two got 'two'
threads 1.5 got '1.5'
threads 1025 got '1025', expected a whole number from 1 to 1024
threads 100000 got '100000'
threads 99999999999999999999 got '9999
reps 0 got '0', expected a whole number from 1
reps -5 got '-5'
reps 1e3 got '1e3'
min-time -1 got '-1', expected a number of seconds
min-time nan got 'nan'
min-time inf got 'inf'
min-time 1e999 got '1e999'
min-time 0,5 got '0,5'
min-time 1s got '1s'
budget -0.1 got '-0.1', expected a number of seconds
budget NaN got 'NaN'
budget infinity got 'infinity'
budget soon got 'soon'
seed -1 '-1' is not a whole number of up to 128 bits
seed +1 128 bits
seed 1.5 128 bits
seed 42x 128 bits
seed 0x 128 bits
seed 0xg 128 bits
seed 340282366920938463463374607431768211456 128 bits
seed 0x100000000000000000000000000000000 128 bits
seed abc 128 bits
END
    for option in dtype threads reps min-time budget seed out; do
        refuses 2 "--$option: .*(''|empty)" bench "--$option="
    done
}

@test "a product that no memory holds" {
    mmcli bench --methods blas --sizes 2147483647
    [ "$status" -eq 4 ] || show
    tail -n 1 "$err" >"$BATS_TEST_TMPDIR/line"
    is_error_line "$BATS_TEST_TMPDIR/line" "out of memory"
}

# --- Files that cannot be written.

writes_not() { # PATTERN DIR: exit status 4, and the last line says why
    mmcli bench $QUICK --sizes 8 --methods blas --out "$2"
    [ "$status" -eq 4 ] || show
    tail -n 1 "$err" >"$BATS_TEST_TMPDIR/line"
    is_error_line "$BATS_TEST_TMPDIR/line" "$1"
}

@test "--out that is a file, lies under a file, or cannot be made" {
    echo mine >"$BATS_TEST_TMPDIR/file"
    writes_not "file: Not a directory" "$BATS_TEST_TMPDIR/file"
    writes_not "Not a directory" "$BATS_TEST_TMPDIR/file/D"
    [ "$(cat "$BATS_TEST_TMPDIR/file")" = mine ]
    writes_not "null" /dev/null
    writes_not "nowhere" /proc/nowhere
}

@test "a folder that is there but takes no files is noticed before anything is measured" {
    refuses 4 "cannot write in the folder /proc: " bench --sizes 8 --methods blas --out /proc
    mkdir "$BATS_TEST_TMPDIR/D"
    bench --sizes 8 --methods blas
    [ "$(ls -A "$BATS_TEST_TMPDIR/D" | xargs)" = "manifest.json results.json" ]
}

@test "a shape of the wrong form is quoted whole" {
    for value in 3x4 3x4x5x6; do
        refuses 2 "--shapes: got '$value', expected MxNxK" bench --shapes 2x2x2,$value
    done
}

@test "results.json that is a folder" {
    mkdir -p "$BATS_TEST_TMPDIR/D/results.json"
    writes_not "results.json: it is a folder" "$BATS_TEST_TMPDIR/D"
}

@test "a write that fails half-way leaves the old good files, and no rubbish" {
    bench --sizes 8 --methods blas
    cp -r "$BATS_TEST_TMPDIR/D" "$BATS_TEST_TMPDIR/old"
    (
        trap '' XFSZ # the system would end the program: now its writes fail, as on a full disk
        ulimit -f 0
        "$MMCLI" bench $QUICK --sizes 16 --methods blas --out "$BATS_TEST_TMPDIR/D" 2>&1 </dev/null ||
            echo "exit status $?"
    ) | cat >"$BATS_TEST_TMPDIR/log"
    grep -q 'exit status 4$' "$BATS_TEST_TMPDIR/log"
    grep -q '^mmcli bench: cannot write .*results.json: ' "$BATS_TEST_TMPDIR/log"
    diff -r "$BATS_TEST_TMPDIR/D" "$BATS_TEST_TMPDIR/old"
}

@test "a folder without permission" {
    [ "$(id -u)" -ne 0 ] || skip "root may write everywhere"
    mkdir -m 555 "$BATS_TEST_TMPDIR/D"
    writes_not "Permission denied" "$BATS_TEST_TMPDIR/D"
}

@test "bad arguments leave an old good file alone" {
    bench --sizes 8 --methods blas
    before=$(digest "$results")
    refuses 2 "nonsense" bench --out "$BATS_TEST_TMPDIR/D" --sizes 8 --methods nonsense
    refuses 3 "octave:naive" bench --out "$BATS_TEST_TMPDIR/D" --sizes 8 --methods octave:naive
    [ "$before" = "$(digest "$results")" ]
}

# --- Interrupts. The first size is done when its file is there; the second takes long.

interrupted_by() { # SIGNAL
    begins "$BATS_TEST_TMPDIR/D/manifest.json" bench --methods naive,blas --sizes 8,1024 --min-time 0.01 --reps 40 \
        --out "$BATS_TEST_TMPDIR/D"
    kill "-$1" $pid
    ends
    [ "$status" -eq 130 ] || show
    tail -n 1 "$err" >"$BATS_TEST_TMPDIR/line"
    is_error_line "$BATS_TEST_TMPDIR/line" "interrupted; what was measured so far is saved"
    grep -Eq '^cli:blas +f32 +N=8 +1  measured\*? ' "$out"
    holds "$BATS_TEST_TMPDIR/D/results.json" "manifest['interrupted'] is True" "finite(data)" \
        "manifest['results_sha256'] == '$(digest "$BATS_TEST_TMPDIR/D/results.json")'" \
        "[(row['method'], row['n']) for row in rows] == [('blas', 8), ('blas', 1024), ('naive', 8), ('naive', 1024)]" \
        "all(row['status'] == 'measured' and row['reason'] is None for row in rows if row['n'] == 8)" \
        "all(row['status'] in ('measured', 'extrapolated') and row['reason'] for row in rows if row['n'] == 1024)"
    valid "$BATS_TEST_TMPDIR/D"
}

@test "Ctrl-C before anything is measured says so, and leaves no empty folder" {
    begins "$BATS_TEST_TMPDIR/D" bench --methods naive --sizes 4096 --out "$BATS_TEST_TMPDIR/D"
    kill -INT $pid
    ends
    [ "$status" -eq 130 ] || show
    is_error_line "$err" "interrupted; nothing was measured yet"
    [ ! -e "$BATS_TEST_TMPDIR/D" ]
}

@test "Ctrl-C: exit status 130, and what was measured is saved" {
    interrupted_by INT
}

@test "SIGTERM is answered likewise" {
    interrupted_by TERM
}

@test "a second Ctrl-C ends at once, in the middle of a product; finished sizes are saved" {
    begins "$BATS_TEST_TMPDIR/D/manifest.json" bench --methods naive --sizes 8,8192 --min-time 0.01 \
        --out "$BATS_TEST_TMPDIR/D"
    kill -INT $pid # the product at 8192 takes minutes, and the first Ctrl-C would wait for its end
    while kill -INT $pid 2>/dev/null; do
        sleep 0.1
    done
    ends
    [ "$status" -eq 130 ]
    holds "$BATS_TEST_TMPDIR/D/results.json" "[row['n'] for row in rows] == [8]" "manifest['interrupted'] is True"
    valid "$BATS_TEST_TMPDIR/D"
}

# --- Around it.

@test "progress is silent where stderr is no terminal" {
    bench --sizes 8,16 --methods naive,blas
    [ "$(grep -c $'[\r\e]' "$err")" -eq 0 ]
    [ "$(grep -vc '^warning: \|^ *fix: ' "$err")" -eq 0 ]
}

@test "progress is shown on a terminal, and wiped at the end" {
    need_python pty
    "$PYTHON" "$ROOT/tests/cli/on_terminal.py" "$MMCLI" bench --sizes 8,16 --methods naive,blas $QUICK \
        >"$BATS_TEST_TMPDIR/terminal"
    need_python json
    "$PYTHON" - "$BATS_TEST_TMPDIR/terminal" <<'END'
import sys
shown = open(sys.argv[1], newline="").read().split("warning:")[0]
wipe = "\r\x1b[K"
for text in ("measuring the roofline", "all methods agree", "N=8 (1 of 2)", "N=16 (2 of 2)"):
    assert text in shown, text
lines = shown.split(wipe)
assert lines[0] == "" and lines[-1] == "", (lines[0], lines[-1])
assert "\n" not in shown
assert max(map(len, lines)) < 80
END
}

@test "nothing is asked of stdin, and a closed stderr does no harm" {
    "$MMCLI" bench $QUICK --sizes 8 --methods blas --out "$BATS_TEST_TMPDIR/D" <&- >/dev/null 2>&-
    holds "$BATS_TEST_TMPDIR/D/results.json" "[row['status'] for row in rows] == ['measured']"
    valid "$BATS_TEST_TMPDIR/D"
}

@test "a locale with a decimal comma changes nothing" {
    export LOCPATH=$BATS_TEST_TMPDIR
    localedef -i de_DE -f UTF-8 "$LOCPATH/de_DE.UTF-8" 2>/dev/null || skip "no locale with a comma can be made here"
    [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" = , ] || skip "the locale with a comma does not work here"
    LC_ALL=de_DE.UTF-8 bench --sizes 8,16 --methods naive,blas --min-time 0.02
    holds "$results" "len(rows) == 4 and finite(data)" "manifest['command_line'][-1] == '0.02'"
    [ "$(grep -Ec '[0-9],[0-9]' "$out")" -eq 0 ]
    valid "$BATS_TEST_TMPDIR/D"
}

@test "the peak is measured at start, middle and end, and the best is the roof" {
    holds "$D/results.json" "set(data['roofline']['peak_samples_gflops']) == {'start', 'middle', 'end'}" \
        "all(data['roofline']['peak_samples_gflops'].values())" \
        "data['roofline']['peak_gflops'] == max(data['roofline']['peak_samples_gflops'].values())" \
        "data['roofline']['valid'] == all(row['gflops'] <= 1.02 * data['roofline']['peak_gflops'] for row in rows)" \
        "next(c['ok'] for c in data['checks'] if c['id'] == 'roof') == data['roofline']['valid']"
    bench --sizes 8 --methods blas
    holds "$results" "data['roofline']['peak_samples_gflops']['middle'] is None" \
        "data['roofline']['peak_samples_gflops']['end'] > 0"
}

# mmcli doctor: each finding provoked for real: by the environment, by other libraries in the loader's way, by the
# libraries of tests/fault, by affinity and by a quota. Which of two rates is higher is asserted only where one is a
# multiple of the other.
load helper

setup() {
    FAULT=$BUILD/tests/fault
    unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE OMP_NUM_THREADS OPENBLAS_NUM_THREADS BLIS_NUM_THREADS MKL_NUM_THREADS
    unset GOMP_CPU_AFFINITY OMP_PROC_BIND OMP_PLACES LD_PRELOAD
    export OCTAVE=/nowhere/octave # most tests are about the default library
    json=$BATS_TEST_TMPDIR/doctor.json
}

# Runs it; exit status 0 or 1, and doctor.json as its schema has it.
examines() { # ARGS...
    mmcli doctor --json "$@"
    [ "$status" -le 1 ] || show
    cp "$out" "$json"
    need_python jsonschema
    "$PYTHON" "$ROOT/tests/validate.py" "$ROOT/src/record/schema/doctor.schema.json" "$json"
    holds "$json" "finite(data)" "data['healthy'] == (not [f for f in data['findings'] if not f['advice']])" \
        "all(l['share_of_peak'] is None or close(l['share_of_peak'], l['gflops'] / data['peak_gflops']) for s in data['subjects'] for l in s['libraries'])" \
        "data['healthy'] == ($status == 0)" \
        "all(f['evidence'] and f['consequence'] and f['verification'] for f in data['findings'])" \
        "all(l['note'] for l in data['looked_at'] if l['state'] == 'unknown')"
}

finding() { # ID EXPRESSION...: of the one finding with this id, f
    local id=$1 expression
    shift
    for expression in "$@"; do
        holds "$json" "[f['id'] for f in data['findings']].count('$id') == 1" \
            "(lambda f: $expression)([f for f in data['findings'] if f['id'] == '$id'][0])"
    done
}

look() { # ID EXPRESSION: of the first look with this id, l
    holds "$json" "(lambda l: $2)([l for l in data['looked_at'] if l['id'] == '$1'][0])"
}

# A fault as the loader's own libblas.so.3.
poses_as_default() { # FAULT
    mkdir -p "$BATS_TEST_TMPDIR/$1"
    cp "$FAULT/lib$1.so" "$BATS_TEST_TMPDIR/$1/libblas.so.3"
    export LD_LIBRARY_PATH=$BATS_TEST_TMPDIR/$1
}

need_openblas() { # as the default, on a CPU for which Prescott is too old
    "$MMCLI" product --size 8 >"$BATS_TEST_TMPDIR/product"
    grep -Eq '^isa avx' "$BATS_TEST_TMPDIR/product" || skip "no kernel is too old for this CPU"
    [ "$(OPENBLAS_CORETYPE=Prescott "$MMCLI" product --size 8 | grep -c '^kernel Prescott')" -eq 1 ] ||
        skip "the default library is no OpenBLAS with kernels to choose from"
}

@test "an old kernel is named, and the export that mends it is verified, printed for eval, and works" {
    need_openblas
    export OPENBLAS_CORETYPE=Prescott
    examines --only kernel
    finding kernel "'Prescott' in f['title'] and f['setting'].startswith('OPENBLAS_CORETYPE=')" \
        "f['verified'] and f['gain']['ratio'] > 1.1 and f['gain']['ci95'][0] > 1.1" "f['fix'] == 'export ' + f['setting']"
    mmcli doctor --fix-env --only kernel
    [ "$status" -eq 1 ] || show
    ! grep -Ev '^(export [A-Z_]+=|unset [A-Z_]+$)' "$out" || show
    grep -q '^export OPENBLAS_CORETYPE=' "$out" || show
    eval "$(cat "$out")"
    [ "$OPENBLAS_CORETYPE" != Prescott ]
    examines --only kernel
    [ "$status" -eq 0 ] || show
    holds "$json" "data['healthy'] and data['findings'] == []" \
        "data['subjects'][0]['libraries'][0]['kernel'].lower() == '$OPENBLAS_CORETYPE'.lower()"
}

@test "the page has the finding, its fix and a summary" {
    need_openblas
    OPENBLAS_CORETYPE=Prescott mmcli doctor --only kernel
    [ "$status" -eq 1 ] || show
    grep -q '^1\. the default library: openblas runs its Prescott kernels' "$out" || show
    for line in seen costs fix verified; do
        grep -Eq "^   $line: " "$out" || show
    done
    grep -Eq '^[0-9]+ findings?; looked at and well: [0-9]+, unknown: [0-9]+; ' "$out" || show
    [ ! -s "$err" ] || show
}

@test "the reference BLAS is called what it is" {
    reference=$(echo /usr/lib/*/blas/libblas.so.3)
    [ -e "$reference" ] || skip "no reference BLAS is installed (Debian: libblas3)"
    export LD_LIBRARY_PATH=$(dirname "$reference")
    examines --only library
    holds "$json" "data['subjects'][0]['libraries'][0]['provider'] == 'netlib'" \
        "data['subjects'][0]['libraries'][0]['share_of_peak'] < 0.5"
    holds "$json" "data['subjects'][0]['libraries'][0]['package'] in (None, 'libblas3')"
    finding library "'reference BLAS' in f['title']" "'$LD_LIBRARY_PATH' in f['evidence']" \
        "f['fix'] == 'unset LD_LIBRARY_PATH' or 'update-alternatives --set' in f['fix'] or 'apt install' in f['fix']"
}

@test "wrong numbers are never timed, and a library that is right is found in their place" {
    for fault in wrong addsnan; do
        poses_as_default $fault
        examines --only result,kernel,threads
        finding result "f['broken'] and 'wrong product of whole numbers' in f['evidence']" \
            "f['gain'] is None and '$LD_LIBRARY_PATH' in f['evidence']"
        holds "$json" "data['subjects'][0]['libraries'][0]['gflops'] is None" "data['findings'][0]['id'] == 'result'" \
            "all(l['state'] == 'unknown' and 'wrong product' in l['note'] for l in data['looked_at']
                if l['id'] in ('kernel', 'threads'))"
    done
    if [ -e /usr/lib/x86_64-linux-gnu/libblas.so.3 ]; then
        finding result "f['verified'] and f['setting'] == 'LD_LIBRARY_PATH' and f['fix'] == 'unset LD_LIBRARY_PATH'"
    fi
}

@test "a library that crashes, ends the process or hangs is said to, and doctor goes on" {
    is_sanitized && skip "a sanitizer catches the signal"
    local fault
    for fault in crash quits hang; do
        poses_as_default $fault
        examines --patience 3 --only result
        finding result "f['broken'] and f['title'] == 'the library cannot be used'"
        holds "$json" "data['subjects'][0]['libraries'][0]['gflops'] is None" "data['peak_gflops'] > 0"
    done
    finding result "'hung: no answer in 3 s' in f['evidence']"
    nothing_runs "worker.*$BATS_TEST_TMPDIR"
}

@test "64-bit integers under the names of 32" {
    poses_as_default ilp64
    examines --only integer-width
    finding integer-width "f['broken'] and 'ILP64' in f['title'] and 'sgemm_' in f['evidence']"
    poses_as_default sane
    examines --only integer-width
    look integer-width "l['state'] == 'well' and '32-bit' in l['note']"
}

@test "kernels that crash, hang or are wrong are noted, and the one that is right and faster is advised" {
    "$MMCLI" product --size 8 | grep -Eq '^isa avx' || skip "these kernels are for AVX2 and wider"
    is_sanitized && skip "a sanitizer catches the signal"
    poses_as_default kernels
    examines --patience 4 --budget 60 --only kernel
    holds "$json" "data['subjects'][0]['libraries'][0]['kernel'] == 'Prescott'"
    finding kernel "f['setting'] == 'OPENBLAS_CORETYPE=Haswell' and f['verified'] and f['gain']['ratio'] > 1.5" \
        "'Zen wrong product' in f['evidence']"
    if "$MMCLI" product --size 8 | grep -q '^isa avx512'; then
        finding kernel "'SkylakeX crashed (signal 11' in f['evidence'] and 'Cooperlake hung' in f['evidence']"
    fi
}

@test "one thread where more CPUs may be used, and as many as may" {
    need_openblas
    [ "$(nproc)" -ge 2 ] || skip "there is but one CPU"
    OMP_NUM_THREADS=1 examines --only threads
    holds "$json" "(lambda l: l['state'] in ('well', 'unknown', 'finding') and
        l['note'].startswith('1 thread') and 'more' not in l['note'])([l for l in data['looked_at'] if l['id'] == 'threads'][0])"
    OPENBLAS_NUM_THREADS=1 mmcli doctor --fix-env --only threads
    ! grep -v '^export OPENBLAS_NUM_THREADS=[2-9]' "$out" | grep NUM_THREADS || show
    first=$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')
    status=0
    taskset -c "$first" "$MMCLI" doctor --json --only threads,small-products >"$json" 2>"$BATS_TEST_TMPDIR/err" || status=$?
    [ "$status" -le 1 ]
    look threads "l['state'] == 'well' and l['note'] == '1 thread, as many as CPUs may be used'"
    look small-products "l['state'] == 'well' and l['note'] == 'there is but one thread'"
}

@test "more threads than a control group's quota allows" {
    need_openblas
    [ "$(nproc)" -ge 2 ] || skip "there is but one CPU"
    group=/sys/fs/cgroup/cpu/gemmlab-test-$$
    [ ! -e /sys/fs/cgroup/cgroup.controllers ] || group=/sys/fs/cgroup/gemmlab-test-$$
    mkdir "$group" 2>/dev/null || skip "no control group can be made here"
    if ! { echo "100000 100000" >"$group/cpu.max"; } 2>/dev/null &&
        ! { echo 100000 >"$group/cpu.cfs_period_us" && echo 100000 >"$group/cpu.cfs_quota_us"; } 2>/dev/null; then
        rmdir "$group"
        skip "no quota can be set here"
    fi
    status=0
    sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' - "$group" "$MMCLI" doctor --json --only threads --budget 60 --patience 20 \
        >"$json" 2>"$BATS_TEST_TMPDIR/err" </dev/null || status=$?
    for i in 1 2 3 4 5; do rmdir "$group" 2>/dev/null && break; sleep 0.2; done
    [ "$status" -le 1 ] || { cat "$BATS_TEST_TMPDIR/err"; false; }
    look threads "('only 1 CPU' in l['note'] or 'where 1 may run' in l['note']) and l['state'] != 'advice'"
}

@test "a variable that ties OpenMP's threads to a CPU is looked at" {
    need_openblas
    GOMP_CPU_AFFINITY=0 examines --only affinity
    look affinity "'GOMP_CPU_AFFINITY' in l['note']"
    examines --only affinity
    look affinity "l['state'] == 'well' and 'GOMP' not in l['note']"
}

@test "LAPACK of another library than BLAS" {
    need_openblas
    ! is_sanitized || skip "with sanitizers a library's symbols are not its own: they forbid RTLD_DEEPBIND"
    reference=$(echo /usr/lib/*/lapack/liblapack.so.3)
    [ -e "$reference" ] || skip "no reference LAPACK is installed (Debian: liblapack3)"
    export LD_LIBRARY_PATH=$(dirname "$reference")
    examines --only lapack
    holds "$json" "data['subjects'][0]['lapack'].startswith('$LD_LIBRARY_PATH/')"
    finding lapack "f['verified'] and f['gain']['ratio'] > 1.1 and f['setting'].startswith('LD_LIBRARY_PATH=')"
    mmcli doctor --only lapack --fix-env
    eval "$(cat "$out")"
    examines --only lapack
    [ "$status" -eq 0 ] || show
}

@test "denormal numbers that are slow are advice, and no sickness" {
    poses_as_default denormals
    examines --only denormals
    [ "$status" -eq 0 ] || show
    finding denormals "f['advice'] and f['gain']['ratio'] > 1.5 and 'realmin' in f['fix']"
    poses_as_default sane
    examines --only denormals,data # the second is asked of a program only
    holds "$json" "[l['id'] for l in data['looked_at']] == ['denormals']"
}

@test "a program: its output, its exit status, and the file that it has loaded" {
    need_python ctypes
    examines --only result -- "$PYTHON" -c "import ctypes, sys; ctypes.CDLL('$FAULT/libwrong.so'); print('its words'); sys.exit(7)"
    grep -q '^its words$' "$err"
    holds "$json" "data['program_status'] == 7" "len(data['subjects']) == 1" \
        "data['subjects'][0]['libraries'][0]['path'].endswith('/libwrong.so')"
    finding result "'wrong product' in f['evidence']"
    mmcli doctor --only steal -- "$PYTHON" -c "import ctypes; ctypes.CDLL('$FAULT/libwrong.so'); print('its words')"
    head -n 1 "$out" | grep -q '^its words$' || show
}

@test "a program with two BLAS: both are named" {
    need_python ctypes
    examines --only integer-width -- "$PYTHON" -c "
import ctypes
ctypes.CDLL('$FAULT/libsane.so')
ctypes.CDLL('$FAULT/libsuffixed.so')"
    holds "$json" "[l['path'].split('/')[-1] for l in data['subjects'][0]['libraries']] == ['libsane.so', 'libsuffixed.so']" \
        "[l['state'] for l in data['looked_at']] == ['well', 'well']" "'64-bit' in data['looked_at'][1]['note']"
}

@test "NumPy: the library, under the environment of the process that loaded it" {
    need_openblas
    need_python numpy
    examines --only kernel -- sh -c "OPENBLAS_CORETYPE=Prescott exec '$PYTHON' -c 'import numpy'"
    holds "$json" "data['subjects'][0]['libraries'][0]['provider'] == 'openblas'" \
        "data['subjects'][0]['libraries'][0]['kernel'] == 'Prescott'"
    finding kernel "'OPENBLAS_CORETYPE=Prescott' in f['evidence'] and f['verified']"
}

@test "Octave: the same file for the program and by itself" {
    command -v octave-cli >/dev/null || skip "octave-cli is not installed"
    examines --only result -- octave-cli --no-init-file --eval "1;"
    file=$("$PYTHON" -c "import json; print(json.load(open('$json'))['subjects'][0]['libraries'][0]['path'])")
    [ -e "$file" ]
    OCTAVE=octave-cli examines --only result
    holds "$json" "[s['name'] for s in data['subjects']] == ['the default library', 'Octave (octave-cli)']" \
        "data['subjects'][1]['libraries'][0]['path'] == '$file'"
}

@test "no BLAS to examine, no such program: not possible" {
    refuses 3 "there is no BLAS to examine: true: it has loaded no library" doctor -- true
    refuses 3 "/nowhere/program could not be started: No such file" doctor -- /nowhere/program
    refuses 2 "'program' is one word too many: a program to examine follows --" doctor program
}

@test "Ctrl-C ends it, and no child is left" {
    poses_as_default hang
    "$MMCLI" doctor --patience 60 >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" </dev/null 3>&- &
    pid=$!
    while nothing_runs "worker.*$BATS_TEST_TMPDIR"; do
        kill -0 $pid
        sleep 0.05
    done
    kill -INT $pid
    ends
    [ "$status" -eq 130 ]
    nothing_runs "worker.*$BATS_TEST_TMPDIR"
}

@test "a budget that is used up leaves probes unknown, never well" {
    examines --budget 0
    holds "$json" "all(l['state'] == 'unknown' and 'used up' in l['note'] for l in data['looked_at']
        if l['subject'] == 'the default library' and l['id'] not in ('result', 'integer-width'))"
}

@test "--only: the probes that are named, and no other" {
    examines --only steal,integer-width
    holds "$json" "sorted(l['id'] for l in data['looked_at']) == ['integer-width', 'steal']"
    refuses 2 "got 'kernle', expected some of result, integer-width, kernel, " doctor --only steal,kernle
}

@test "the administrator's choice: the command that is advised selects it, in alternatives of our own" {
    command -v update-alternatives >/dev/null || skip "no update-alternatives here"
    need_openblas
    reference=$(echo /usr/lib/*/blas/libblas.so.3)
    [ -e "$reference" ] || skip "no reference BLAS is installed (Debian: libblas3)"
    home=$BATS_TEST_TMPDIR/alternatives
    name=libblas.so.3-$(uname -m)-linux-gnu
    mkdir -p "$home/admin/alternatives" "$home/links" "$home/lib"
    alternatives() {
        update-alternatives --altdir "$home/links" --admindir "$home/admin/alternatives" --log "$home/log" "$@"
    }
    alternatives --install "$home/lib/libblas.so.3" "$name" "$reference" 10 >/dev/null
    for better in /usr/lib/*/{openblas-*,blis-*,atlas}/libblas.so.3; do # which is the fastest is not the test's to say
        [ ! -e "$better" ] || alternatives --install "$home/lib/libblas.so.3" "$name" "$better" 5 >/dev/null
    done
    export DPKG_ADMINDIR=$home/admin LD_LIBRARY_PATH=$home/lib # the loader finds what the link leads to
    examines --only library
    holds "$json" "data['subjects'][0]['libraries'][0]['provider'] == 'netlib'"
    finding library "f['fix'].startswith('sudo update-alternatives --set $name /')" \
        "f['verified'] and f['setting'].startswith('LD_LIBRARY_PATH=')"
    "$PYTHON" -c "import json; print(json.load(open('$json'))['findings'][0]['fix'])" >"$BATS_TEST_TMPDIR/fix"
    sed -i '/^# or, for one shell:/,$d; s/^sudo update-alternatives/alternatives/' "$BATS_TEST_TMPDIR/fix"
    . "$BATS_TEST_TMPDIR/fix" >"$BATS_TEST_TMPDIR/said" # our function, which looks in our folders
    examines --only library
    [ "$status" -eq 0 ] || show
    holds "$json" "data['subjects'][0]['libraries'][0]['provider'] != 'netlib'"
}

@test "the page in another language" { # all of it: tests/unit/test_doctor.c
    mmcli doctor --only steal --lang es
    [ "$status" -le 1 ] || show
    grep -q '^la biblioteca por omisión: archivo en uso$' "$out" || show
    refuses 2 "got 'fr', expected en \(English\)" doctor --lang fr
}

@test "--skip, and options that exclude each other" {
    examines --only steal,integer-width --skip integer-width
    holds "$json" "[l['id'] for l in data['looked_at']] == ['steal']"
    refuses 2 "got 'kernle', expected some of result" doctor --skip kernle
    refuses 2 "got --json and --fix-env, expected one" doctor --json --fix-env
    refuses 2 "no program follows --" doctor --only steal --
    MM_BLAS_PATH=/nowhere refuses 2 "MM_BLAS_PATH names '/nowhere'" doctor --only steal
}

@test "a fix of two settings: what LD_PRELOAD puts before all others, and an old kernel of what comes then" {
    need_openblas
    reference=$(echo /usr/lib/*/blas/libblas.so.3)
    [ -e "$reference" ] || skip "no reference BLAS is installed (Debian: libblas3)"
    ! is_sanitized || skip "the sanitizers' libraries do not stand this"
    export OPENBLAS_CORETYPE=Prescott
    LD_PRELOAD=$reference mmcli doctor --only library --fix-env # only what was verified
    [ "$status" -eq 1 ] && [ "$(head -n 1 "$out")" = "unset LD_PRELOAD" ] && [ "$(wc -l <"$out")" -ge 2 ] || show
    eval "$(cat "$out")" # OpenBLAS or another: whichever is the fastest here
    "$MMCLI" product --size 8 >"$BATS_TEST_TMPDIR/product"
    grep -q '^kernel .' "$BATS_TEST_TMPDIR/product" # the reference has none to name
    [ "$(grep -c '^kernel Prescott' "$BATS_TEST_TMPDIR/product")" -eq 0 ]
}

@test "a program that is kept to one CPU, and one with 64-bit integers: advice" {
    need_python ctypes
    [ "$(nproc)" -ge 2 ] || skip "there is but one CPU"
    first=$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')
    mmcli doctor --json --only affinity,integer-width,data -- taskset -c "$first" "$PYTHON" -c "
import ctypes
ctypes.CDLL('$FAULT/libilp64.so')"
    cp "$out" "$json"
    [ "$status" -eq 0 ] || show
    look affinity "l['state'] == 'advice' and l['note'] == 'the program was kept to CPU $first'"
    look integer-width "l['state'] == 'advice'"
    look data "l['state'] == 'unknown' and 'sparse' in l['note'] and 'mmcli trace -- taskset' in l['note']"
    finding integer-width "f['advice'] and not f['broken']"
}

@test "threads are counted for whatever asks for them" {
    need_openblas
    [ "$(nproc)" -ge 2 ] || skip "there is but one CPU"
    examines --only small-products
    look small-products "l['note'] != 'there is but one thread'"
    holds "$json" "data['subjects'][0]['libraries'][0]['threads'] >= 2"
}

@test "a library that fails while it is timed: what was said of its results is taken back" {
    is_sanitized && skip "a sanitizer catches the signal"
    poses_as_default late
    FAULT_CALLS=88 examines --only result,library # the first 72 are the trial's
    finding result "f['broken'] and 'crashed (signal 11' in f['evidence']"
    look result "l['state'] == 'finding'"
    look library "l['state'] == 'unknown' and 'crashed' in l['note']"
    [ "$status" -eq 1 ] || show
}

@test "a default library that ends every process that calls it is examined all the same" {
    is_sanitized && skip "a sanitizer catches the signal"
    blis=$(echo /usr/lib/*/blis-pthread/libblas.so.3)
    [ -e "$blis" ] || skip "no BLIS is installed (Debian: libblis4-pthread)"
    export LD_LIBRARY_PATH=$(dirname "$blis")
    BLIS_ARCH_TYPE=99 examines --only result # BLIS aborts for a number that it does not know
    finding result "f['broken'] and 'crashed (signal 6' in f['evidence'] and f['verified']"
    if "$MMCLI" product --size 8 | grep -q '^isa avx512'; then # 0.9 knows numbers, of which any word is the first: skx
        BLIS_ARCH_TYPE=skx examines --only result
        look result "l['state'] == 'well'"
        holds "$json" "data['subjects'][0]['libraries'][0]['kernel'] == 'skx'"
    fi
}

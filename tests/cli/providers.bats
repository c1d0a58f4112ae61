# mmcli providers and bench --provider: the libraries of this system, and those of tests/fault, of which none that is
# wrong is ever timed.
load helper

setup_file() { # the libraries of this system, which several tests look at
    unset OPENBLAS_CORETYPE MM_BLAS_PATH
    export SYSTEM=$BATS_FILE_TMPDIR/providers.json
    "$MMCLI" providers --json --patience 30 >"$SYSTEM" </dev/null
}

setup() {
    FAULT=$BUILD/tests/fault
    QUICKLY="--sizes 8,33 --min-time 0.01 --reps 2 --patience 30 --budget 20" # a long one makes the roofline's long
    out_dir=$BATS_TEST_TMPDIR/D
    unset OPENBLAS_CORETYPE MM_BLAS_PATH
}

faults() { # NAME...: these libraries are found, too
    local name
    MM_BLAS_PATH=
    for name in "$@"; do
        MM_BLAS_PATH=$MM_BLAS_PATH:$FAULT/lib$name.so
    done
    export MM_BLAS_PATH
}

valid_survey() { # FILE
    need_python jsonschema
    "$PYTHON" "$ROOT/tests/validate.py" "$ROOT/src/record/schema/providers.schema.json" "$1"
}

survey() { # under the test's own environment: into $json
    json=$BATS_TEST_TMPDIR/providers.json
    succeeds providers --json --patience 30
    cp "$out" "$json"
    valid_survey "$json"
}

need_library() { # NAME: the test is skipped where this system has none
    holds "$SYSTEM" "any(p['provider'] == '$1' and p['status'] == 'usable' for p in data['providers'])" >/dev/null ||
        skip "no BLAS $1 here"
}

folder_of() { # FILE: of the library by that name which the loader's folders hold, or nothing
    ls -d /usr/lib/*/"$1" /usr/lib64/"$1" 2>/dev/null | head -n 1 | xargs -r dirname
}

@test "the libraries of this system: one is the default, and each file is in one row" {
    valid_survey "$SYSTEM"
    holds "$SYSTEM" "finite(data)" "sum(p['default'] for p in data['providers']) == 1" \
        "data['providers'][0]['default']" \
        "data['loader_gives'] in [data['providers'][0]['path']] + data['providers'][0]['also']" \
        "data['providers'][0]['status'] == 'usable'" \
        "(lambda files: len(set(files)) == len(files))([f for p in data['providers'] for f in [p['path']] + p['also']])" \
        "all(p['threads']['working'] > 0 for p in data['providers'] if p['threads']['asked'])"
}

@test "a library that has threads uses as many as it is told to" {
    [ "$(nproc)" -ge 2 ] || skip "one CPU"
    need_library openblas
    holds "$SYSTEM" "any(p['provider'] == 'openblas' and (p['threads']['took_effect'] or p['threads']['layer'] == 'single')
                       for p in data['providers'])"
}

@test "the loader's default is what LD_LIBRARY_PATH makes it" {
    folder=$(folder_of blas/libblas.so.3)
    [ -n "$folder" ] || skip "the reference BLAS is not installed"
    export LD_LIBRARY_PATH=$folder
    ! is_sanitized || skip "the sanitizers' libraries do not stand this"
    survey
    holds "$json" "data['providers'][0]['provider'] == 'netlib'" "data['providers'][0]['threads']['layer'] == 'single'" \
        "data['loader_gives'].startswith('$folder/')"
}

@test "packages, alternatives and a front of OpenBLAS, as Debian has them" {
    [ -e /var/lib/dpkg/alternatives/libblas.so.3-x86_64-linux-gnu ] || skip "not Debian on x86-64"
    link=/etc/alternatives/libblas.so.3-x86_64-linux-gnu
    holds "$SYSTEM" "data['alternatives']['libblas.so.3']['current'] == '$(readlink $link)'" \
        "len(data['alternatives']['libblas.so.3']['choices']) == $(update-alternatives --list libblas.so.3-x86_64-linux-gnu | wc -l)" \
        "any('$(readlink -f $link)' in [p['path']] + p['also'] for p in data['providers'])"
    owner=$(dpkg -S "$(readlink -f $link)" 2>/dev/null | cut -d : -f 1)
    [ -z "$owner" ] || holds "$SYSTEM" "any(p['package'] and p['package']['name'] == '$owner' for p in data['providers'])"
}

@test "libraries that cannot be loaded, crash, hang or are wrong are rows with the reason" {
    faults sane wrong addsnan crash loadcrash quits nogemm noisamax ilp64 suffixed onlyf32
    survey
    row() { echo "[p for p in data['providers'] if p['path'].endswith('/lib$1.so')]"; }
    for name in wrong addsnan crash loadcrash quits nogemm noisamax; do
        holds "$json" "[p['status'] for p in $(row $name)] == ['failed']" "all(p['reason'] for p in $(row $name))"
    done
    holds "$json" "$(row wrong)[0]['reason'].startswith('wrong product of whole numbers')" \
        "'ended by itself' in $(row quits)[0]['reason']" "'isamax_' in $(row noisamax)[0]['reason']" \
        "[(p['status'], p['integer_bits'], p['found_by']) for p in $(row sane)] == [('usable', 32, 'MM_BLAS_PATH')]" \
        "[p['integer_bits'] for p in $(row ilp64) + $(row suffixed)] == [64, 64]" \
        "$(row onlyf32)[0]['routines'] == ['sgemm']" "$(row sane)[0]['threads']['layer'] == 'single'"
}

hanging() { # a copy of libhang.so in $hanging: other tests run at the same time, with others
    hanging=$BATS_TEST_TMPDIR/libhang.so
    cp "$FAULT/libhang.so" "$hanging"
}

@test "one that hangs is given up after --patience, and leaves no process" {
    hanging
    MM_BLAS_PATH=$hanging succeeds providers --patience 5 --all
    grep -q 'hung: no answer in 5 s' "$out"
    nothing_runs "worker.*$hanging"
    grep -Eq '^\* [a-z]+ ' "$out"
    grep -q '^      found by ' "$out"
}

@test "bench --provider: four libraries side by side in one results.json" {
    for name in openblas blis atlas netlib; do need_library $name; done
    succeeds bench --provider openblas,blis,atlas,netlib $QUICKLY --out "$out_dir"
    valid "$out_dir"
    holds "$out_dir/results.json" \
        "sorted({r['provider'] for r in data['results']}) == ['atlas', 'blis', 'netlib', 'openblas']" \
        "len(data['results']) == 8" \
        "all(r['method'] == 'blas' and r['status'] == 'measured' and r['verified']['ok'] and r['threads'] == 1
             for r in data['results'])" \
        "all(r['kernel'] for r in data['results'] if r['provider'] in ['openblas', 'blis'])" \
        "[p['label'] for p in manifest['providers']] == ['openblas', 'blis', 'atlas', 'netlib']" \
        "all(p['version'] and p['usable'] for p in manifest['providers'])"
    head -n 1 "$out" | grep -q 'to first *provider$'
    [ "$(grep -Ec '^cli:blas .* 1  openblas' "$out")" -eq 2 ] # over itself
    [ "$(grep -Ec '^cli:blas .* [0-9.e-]+  (atlas|blis|netlib)' "$out")" -eq 6 ]
}

@test "bench --provider: methods beside the libraries, of which blas is no other" {
    faults sane
    succeeds bench --provider libsane.so --methods packed,blas $QUICKLY --out "$out_dir"
    holds "$out_dir/results.json" \
        "sorted({(r['method'], r['provider']) for r in data['results']}, key=str) == [('blas', 'libsane.so'), ('packed', None)]" \
        "all(r['status'] == 'measured' for r in data['results'])"
}

@test "bench --provider by path, in both widths of integers, in f64 and more threads" {
    succeeds bench --provider "$FAULT/libilp64.so,$FAULT/libsuffixed.so,default" --dtype f64 --threads 2 $QUICKLY --out "$out_dir"
    valid "$out_dir"
    holds "$out_dir/results.json" \
        "all(r['status'] == 'measured' and r['dtype'] == 'f64' and r['threads'] == 2 for r in data['results'])" \
        "len({r['provider'] for r in data['results']}) == 3" \
        "[p['integer_bits'] for p in manifest['providers']][:2] == [64, 64]"
}

@test "bench --provider: none that is wrong, crashes or hangs has a time, and the others go on" {
    list=
    for name in wrong addsnan crash loadcrash quits nogemm noisamax late sane; do list=$list,$FAULT/lib$name.so; done
    mmcli bench --provider "${list#,}" $QUICKLY --out "$out_dir"
    [ "$status" -eq 1 ] || show
    valid "$out_dir"
    holds "$out_dir/results.json" \
        "{r['provider'] for r in data['results'] if r['status'] == 'measured'} == {'libsane.so'}" \
        "len({r['provider'] for r in data['results']}) == 9" \
        "all(r['status'] == 'failed' and r['reason'] and not r['seconds'] for r in data['results'] if r['provider'] != 'libsane.so')" \
        "[p['label'] for p in manifest['providers'] if p['usable']] == ['liblate.so', 'libsane.so']"
}

@test "bench --provider: one that hangs is a failed row, and leaves no process" {
    hanging
    mmcli bench --provider "$hanging,$FAULT/libsane.so" $QUICKLY --patience 5 --out "$out_dir"
    [ "$status" -eq 1 ] || show
    holds "$out_dir/results.json" "all((r['status'] == 'measured') == (r['provider'] == 'libsane.so') for r in data['results'])" \
        "all('hung: no answer in 5 s' in r['reason'] for r in data['results'] if r['provider'] == 'libhang.so')"
    nothing_runs "worker.*$hanging"
}

@test "bench --provider NAME:KERNEL: the kernel that ran is in the row, and one that did not is a check" {
    need_library openblas
    succeeds bench --provider openblas:Prescott,openblas:Nonsense $QUICKLY --out "$out_dir"
    holds "$out_dir/results.json" "any(c['id'] == 'provider-kernel' and not c['ok'] and 'Nonsense' in c['message'] for c in data['checks'])"
    if grep -q '"Prescott"' "$out_dir/results.json"; then # on x86
        holds "$out_dir/results.json" "any(c['id'] == 'provider-kernel' and c['ok'] and 'Prescott' in c['message'] for c in data['checks'])"
    fi
    faults sane
    refuses 2 "unknown has no kernels to choose from" bench --provider libsane.so:Haswell $QUICKLY
}

@test "bench --provider: what is not there is named, with what is and how to get it" {
    faults sane
    refuses 3 "no BLAS 'nonsense' was found; found: libsane.so, .*MM_BLAS_PATH" bench --provider nonsense
    refuses 3 "no BLAS 'nvpl' was found; found: libsane.so.*to get it: pip install nvpl-blas" bench --provider nvpl
    refuses 3 "/nowhere/libx.so cannot be read" bench --provider /nowhere/libx.so
    refuses 2 "got '', expected a library's name" bench --provider libsane.so,
    refuses 2 "got 'libsane.so:', expected a library's name" bench --provider libsane.so:
    refuses 2 "stands twice" bench --provider "libsane.so,$FAULT/libsane.so"
    MM_BLAS_PATH=/nowhere refuses 2 "MM_BLAS_PATH names '/nowhere'" providers
    MM_BLAS_PATH=/nowhere refuses 2 "MM_BLAS_PATH names '/nowhere'" bench --provider openblas
}

@test "bench --provider: Ctrl-C gives exit status 130, and what was measured is saved" {
    begins "$out_dir/manifest.json" bench --provider "$FAULT/libsane.so" --sizes 8,4096 --min-time 0.01 --out "$out_dir"
    kill -INT $pid
    ends
    [ "$status" -eq 130 ] || show
    valid "$out_dir"
    holds "$out_dir/results.json" "any(r['n'] == 8 and r['status'] == 'measured' for r in data['results'])" \
        "manifest['interrupted']"
}

# What the tests of the command line share. They run from any folder; BUILD names the build folder.
ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
BUILD=${BUILD:-build}
case $BUILD in /*) ;; *) BUILD=$ROOT/$BUILD ;; esac
MMCLI=$BUILD/mmcli
# Seconds for the whole run: more than the small sizes here need on a busy machine, but so few that the roofline is
# measured briefly.
QUICK="--budget 6 --min-time 0.01"

# Runs mmcli: its exit status in $status, what it printed in the files $out and $err.
mmcli() {
    out=$BATS_TEST_TMPDIR/out err=$BATS_TEST_TMPDIR/err status=0
    "$MMCLI" "$@" >"$out" 2>"$err" </dev/null || status=$?
}

show() { # the last run, for a test that fails
    echo "exit status $status; stdout:"
    head -n 20 "$out"
    echo "stderr:"
    head -n 20 "$err"
    return 1
}

succeeds() { # ARGS...: exit status 0
    mmcli "$@"
    [ "$status" -eq 0 ] || { echo "mmcli $*: expected exit status 0"; show; }
}

# The one line of an error: "mmcli: ..." or "mmcli COMMAND: ...", holding PATTERN (extended regular expression).
is_error_line() { # FILE PATTERN
    [ "$(wc -l <"$1")" -eq 1 ] && grep -Eq '^mmcli( [a-z]+)?: .{10}' "$1" && grep -Eq -- "$2" "$1"
}

refuses() { # EXIT_STATUS PATTERN ARGS...: nothing on stdout, one line of error
    local expected=$1 pattern=$2
    shift 2
    mmcli "$@"
    [ "$status" -eq "$expected" ] && [ ! -s "$out" ] && is_error_line "$err" "$pattern" && return
    echo "mmcli $*: expected exit status $expected and one line of error with '$pattern'"
    show
}

# A Python that has the module, in $PYTHON; the test is skipped where none has it.
need_python() { # MODULE
    for PYTHON in python3 /usr/bin/python3; do
        "$PYTHON" -c "import $1" 2>/dev/null && return
    done
    skip "no python3 here has the module $1"
}

# Every Python expression must be true of the JSON file: see holds.py for the names in it.
holds() { # FILE EXPRESSION...
    need_python json
    "$PYTHON" "$ROOT/tests/cli/holds.py" "$@"
}

valid() { # DIR: its results.json and manifest.json have the form that the schemas publish
    need_python jsonschema
    local kind
    for kind in results manifest; do
        "$PYTHON" "$ROOT/tests/validate.py" "$ROOT/src/record/schema/$kind.schema.json" "$1/$kind.json"
    done
}

valid_ladder() { # DIR: its ladder.json
    need_python jsonschema
    "$PYTHON" "$ROOT/tests/validate.py" "$ROOT/src/record/schema/ladder.schema.json" "$1/ladder.json"
}

lists_its_files() { # DIR: manifest.json has the sha256 of every data file beside it, and of no other
    local file expected=""
    for file in "$1"/*.json; do
        case $file in *manifest.json) continue ;; esac
        expected="$expected'$(basename "$file")': '$(digest "$file")', "
    done
    holds "$1/manifest.json" "data['sha256'] == {$expected}"
}

digest() { # FILE
    sha256sum <"$1" | cut -d ' ' -f 1
}

is_sanitized() {
    grep -q fsanitize "$BUILD/flags"
}

need_octave() { # with the MEX files of this build
    command -v octave-cli >/dev/null || skip "octave-cli is not installed"
    [ -e "$BUILD/mex/__mm_bench__.mex" ] || skip "the MEX files are not built"
    ! is_sanitized || skip "Octave does not load sanitized MEX files by itself"
}

# Starts mmcli in the background ($pid); it has begun to measure when FILE is there.
begins() { # FILE ARGS...
    local file=$1
    shift
    out=$BATS_TEST_TMPDIR/out err=$BATS_TEST_TMPDIR/err
    "$MMCLI" "$@" >"$out" 2>"$err" </dev/null 3>&- &
    pid=$!
    until [ -e "$file" ]; do
        kill -0 $pid # it must not end before
        sleep 0.05
    done
}

ends() { # its exit status in $status
    status=0
    wait $pid || status=$?
}

# No process's command line, its words joined by blanks, matches the pattern. Zombies have none.
nothing_runs() { # PATTERN
    local file
    for file in /proc/[0-9]*/cmdline; do
        if tr '\0' ' ' <"$file" 2>/dev/null | grep -q -- "$1"; then
            return 1
        fi
    done 2>/dev/null
}

#!/bin/sh
# Runs every test and counts: unit tests (cmocka), the command line (bats), Octave's %! blocks. Each suite speaks TAP; a
# suite that dies without saying so counts as one failure. The last line is "N passed, N failed", with skips after it.
# Usage: run.sh UNIT_PROGRAM...   (in the project's folder; BUILD names the build folder, SUITES chooses among them,
# OCTAVE_ENV are settings for Octave, such as a sanitizer's LD_PRELOAD)
set -u
BUILD=${BUILD:-build}
SUITES=${SUITES:-unit cli octave}
OCTAVE_ENV=${OCTAVE_ENV:-}
export BUILD
log=$BUILD/tests/log
mkdir -p "$log"
: >"$log/all.tap"

# A suite: its name, then the command. Shows what failed, with what was printed around it.
suite() {
    name=$1
    shift
    printf '%s ... ' "$name"
    "$@" >"$log/$name.tap" 2>"$log/$name.err" </dev/null
    status=$?
    passed=$(grep '^ok ' "$log/$name.tap" | grep -vic '# skip')
    failed=$(grep '^not ok ' "$log/$name.tap" | grep -vic '# skip')
    if [ $status -ne 0 ] && [ "$failed" -eq 0 ]; then
        echo "not ok $name ended with status $status" >>"$log/$name.tap"
        failed=1
    elif [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ] && ! grep -qi '# skip' "$log/$name.tap"; then
        echo "not ok $name ran no test" >>"$log/$name.tap"
        failed=1
    fi
    cat "$log/$name.tap" >>"$log/all.tap"
    if [ "$failed" -gt 0 ]; then
        echo FAILED
        sed 's/^/    /' "$log/$name.tap" | grep -v '^    ok '
        sed 's/^/    /' "$log/$name.err" | tail -n 30
    else
        echo ok
    fi
}

skip() { # a suite that cannot run here, and why
    echo "$1 ... skipped: $2"
    echo "ok - $1 # SKIP $2" >>"$log/all.tap"
}

case " $SUITES " in *" unit "*)
    for program in "$@"; do
        suite "$(basename "$program")" "$program"
    done ;;
esac
case " $SUITES " in *" cli "*)
    if command -v bats >/dev/null; then
        for file in tests/cli/*.bats; do
            suite "cli_$(basename "$file" .bats)" bats --tap "$file"
        done
    else
        skip cli "bats is not installed; 'make deps' installs it"
    fi ;;
esac
case " $SUITES " in *" octave "*)
    if command -v octave-cli >/dev/null && [ -d "$BUILD/mex" ]; then
        suite octave env $OCTAVE_ENV octave-cli --no-init-file --no-history --path octave --path "$BUILD/mex" tests/octave/run.m
        suite octave_interrupt env $OCTAVE_ENV python3 tests/octave/interrupt.py "$BUILD/mex"
    else
        skip octave "octave-cli or the MEX files are missing; 'make deps' and 'make' bring them"
    fi ;;
esac

skipped=$(grep -ic '# skip' "$log/all.tap")
passed=$(grep '^ok ' "$log/all.tap" | grep -vic '# skip')
failed=$(grep '^not ok ' "$log/all.tap" | grep -vic '# skip')
grep -i '# skip' "$log/all.tap" | sed -E 's/^(not )?ok [0-9]* *-? */skipped: /'
echo
if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]

#!/bin/sh
# Runs every test and counts: unit tests (cmocka), the command line (bats), Octave's %! blocks. Each suite speaks TAP; a
# suite that dies without saying so counts as one failure. As many suites run at a time as there are processors, four at
# most, and are told of in a fixed order. The last line is "N passed, N failed", with skips after it.
# Usage: run.sh UNIT_PROGRAM...   (in the project's folder; BUILD names the build folder, where the programs are in tests/;
# SUITES chooses among unit, octave and cli; JOBS is the number at a time; OCTAVE_ENV are settings for Octave, such as a
# sanitizer's LD_PRELOAD)
set -u
BUILD=${BUILD:-build}
SUITES=${SUITES:-unit octave cli}
JOBS=${JOBS:-$(nproc | awk '{ print $1 < 4 ? $1 : 4 }')}
OCTAVE_ENV=${OCTAVE_ENV:-}
export BUILD OCTAVE_ENV
log=$BUILD/tests/log
rm -rf "$log"
mkdir -p "$log"
: >"$log/all.tap"

skip() { # a suite that cannot run here, and why
    echo "$1 ... skipped: $2"
    echo "ok - $1 # SKIP $2" >>"$log/all.tap"
}

# Adds to the TAP of a suite that has ended, or never began, what it did not say itself.
complete() { # NAME
    status=$(cat "$log/$1.status" 2>/dev/null)
    passed=$(grep '^ok ' "$log/$1.tap" 2>/dev/null | grep -vic '# skip')
    failed=$(grep '^not ok ' "$log/$1.tap" 2>/dev/null | grep -vic '# skip')
    if [ -z "$status" ]; then
        echo "not ok $1 did not end" >>"$log/$1.tap"
    elif [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then
        echo "not ok $1 ended with status $status" >>"$log/$1.tap"
    elif [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ] && ! grep -qi '# skip' "$log/$1.tap"; then
        echo "not ok $1 ran no test" >>"$log/$1.tap"
    else
        [ "$failed" -eq 0 ]
        return
    fi
    return 1
}

# Shows what failed, with what was printed around it.
show() { # NAME
    if complete "$1"; then
        echo "$1 ... ok"
    else
        echo "$1 ... FAILED"
        sed 's/^/    /' "$log/$1.tap" | grep -v '^    ok '
        tail -n 30 "$log/$1.err" 2>/dev/null | sed 's/^/    /'
    fi
    cat "$log/$1.tap" >>"$log/all.tap"
}

# Each suite as soon as it and all before it have ended; their names, as they end, come from stdin.
show_in_order() { # NAME...
    while read -r _; do
        while [ $# -gt 0 ] && [ -e "$log/$1.status" ]; do
            show "$1"
            shift
        done
    done
    for name; do
        show "$name"
    done
}

names=
case " $SUITES " in *" unit "*)
    names=$(for program; do basename "$program"; done) ;;
esac
case " $SUITES " in *" octave "*)
    if command -v octave-cli >/dev/null && [ -d "$BUILD/mex" ]; then
        names="$names octave octave_interrupt"
    else
        skip octave "octave-cli or the MEX files are missing; 'make deps' and 'make' bring them"
    fi ;;
esac
case " $SUITES " in *" cli "*)
    if command -v bats >/dev/null; then
        names="$names $(for file in tests/cli/*.bats; do echo "cli_$(basename "$file" .bats)"; done)"
    else
        skip cli "bats is not installed; 'make deps' installs it"
    fi ;;
esac
[ -z "$names" ] || echo $names | xargs -P "$JOBS" -n 1 sh tests/suite.sh "$log" | show_in_order $names

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

#!/bin/sh
# Runs one suite. What it says goes to LOG/NAME.tap (TAP) and LOG/NAME.err; its exit status follows in LOG/NAME.status, and
# then NAME is printed.
# Usage: suite.sh LOG NAME   (started by run.sh: see there for the environment)
set -u
log=$1 name=$2
case $name in
    octave) set -- octave-cli --no-init-file --no-history --path octave --path "$BUILD/mex" tests/octave/run.m ;;
    octave_interrupt) set -- python3 tests/octave/interrupt.py "$BUILD/mex" ;;
    cli_*) set -- bats --tap "tests/cli/${name#cli_}.bats" ;;
    *) set -- "$BUILD/tests/$name" ;;
esac
case $name in
    octave*) set -- env $OCTAVE_ENV "$@" ;;
esac
"$@" >"$log/$name.tap" 2>"$log/$name.err" </dev/null
echo $? >"$log/$name.ended"
mv "$log/$name.ended" "$log/$name.status" # there at once and whole
echo "$name"

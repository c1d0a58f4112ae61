# mmcli itself: commands, --help, --version, errors, exit codes.
load helper

COMMANDS="bench lab ladder experiment verify roofline intensity doctor providers rivals trace paths methods inputs report"

options_of() { # COMMAND: the options that the design promises
    case $1 in
        bench) echo methods provider patience sizes shapes dtype threads seed reps min-time budget out json ;;
        doctor) echo budget fix-env json lang only patience skip ;;
        experiment) echo out budget seed lang ;;
        lab) echo out budget seed lang ;;
        ladder) echo sizes dtype seed min-time budget out json ;;
        verify) echo methods sizes shapes dtype threads seed ;;
        intensity) echo methods sizes dtype source budget out json ;;
        roofline) echo dtype threads seconds out json ;;
        methods) echo markdown ;;
        providers) echo all patience json ;;
        inputs) echo size seed dtype out ;;
        rivals) echo cases dtype json min-time only out patience quick reps seed shapes sizes ;;
        paths) echo budget exercise frontend json lang min-time out reps seed size sizes ;;
        report) echo as lang ;;
        trace) echo by json timeline ;;
    esac
}

@test "without a command: usage" {
    refuses 2 "command is missing.*mmcli --help"
}

@test "an unknown command is named" {
    refuses 2 "'benhc' is no command" benhc
    refuses 2 "'Bench' is no command" Bench
    refuses 2 "'--verbose' is no command" --verbose bench
    refuses 2 "command is missing" ""
}

@test "--help, -h and help list every command and the exit codes" {
    for word in --help -h help; do
        succeeds "$word"
        [ ! -s "$err" ]
        for command in $COMMANDS; do
            grep -Eq "^  $command  +[a-z]" "$out"
        done
        [ "$(grep -Ec '^  [a-z]+  +[a-z]' "$out")" -eq "$(wc -w <<<"$COMMANDS")" ]
        for code in 0 1 2 3 4 130; do
            grep -Eq "(^|[ ;])$code [a-z]" "$out"
        done
    done
}

@test "--version" {
    succeeds --version
    grep -Eq '^mmcli [0-9]+\.[0-9]+\.[0-9]+' "$out"
    [ "$(wc -l <"$out")" -eq 1 ]
}

@test "each command's --help lists all of its options and no other" {
    for command in $COMMANDS; do
        succeeds "$command" --help
        [ ! -s "$err" ]
        grep -q "^Usage: mmcli $command" "$out"
        listed=$(sed -n 's/^  --\([a-z-]*\).*/\1/p' "$out" | sort | xargs)
        expected=$(printf '%s\n' $(options_of "$command") help | sort | xargs)
        [ "$listed" = "$expected" ] || { echo "$command: $listed, expected $expected"; false; }
    done
}

@test "each option that --help lists is known: with a value where it shows one" {
    for command in $COMMANDS; do
        succeeds "$command" --help
        help=$(cat "$out")
        for option in $(sed -n 's/^  --\([a-z-]*\) [^ ].*/\1/p' <<<"$help"); do
            refuses 2 "option --$option needs a value.*mmcli $command --help" "$command" "--$option"
        done
        for flag in $(sed -n 's/^  --\([a-z-]*\)  .*/\1/p' <<<"$help"); do
            [ "$flag" = help ] || refuses 2 "option --nonsense" "$command" "--$flag" --nonsense
            refuses 2 "option --$flag=1" "$command" "--$flag=1"
        done
    done
}

@test "unknown options and superfluous words are named, by every command" {
    for command in $COMMANDS; do
        refuses 2 "option --nonsense .*mmcli $command --help" "$command" --nonsense
        refuses 2 "option -q " "$command" -q
        [ "$command" = report ] || [ "$command" = experiment ] || refuses 2 "'word' is one word too many" "$command" word
    done
    refuses 2 "'second' is one word too many" report first second
    refuses 2 "an argument is missing: mmcli report .*DIR" report
}

@test "a line break or an escape in the user's words does not break the line" {
    refuses 2 "is no command" $'a\nb'
    refuses 2 "a\?b" bench --methods $'a\nb'
    refuses 2 "a\?\[31m" bench --sizes $'a\e[31m'
    refuses 2 "one word too many" bench $'a\r\nb'
    refuses 4 "cannot" report $'no\nfolder'
    refuses 2 "aaaa" bench --methods "$(head -c 100000 /dev/zero | tr '\0' a)"
    refuses 2 "%s%n" bench --sizes '%s%n'
}

@test "what cannot be printed is an error" {
    [ -c /dev/full ] || skip "there is no /dev/full here"
    for arguments in --help --version "bench --help" methods "methods --markdown" "verify --sizes 8" \
        "roofline --seconds 0.05" "bench --sizes 8 $QUICK"; do
        status=0
        "$MMCLI" $arguments >/dev/full 2>"$BATS_TEST_TMPDIR/err" </dev/null || status=$?
        [ "$status" -eq 4 ] || { echo "$arguments: $status"; false; }
        grep -v '^warning: \|^ *fix: ' "$BATS_TEST_TMPDIR/err" >"$BATS_TEST_TMPDIR/line"
        is_error_line "$BATS_TEST_TMPDIR/line" "standard output"
    done
    "$MMCLI" methods >&- 2>"$BATS_TEST_TMPDIR/err" || status=$?
    [ "$status" -eq 4 ]
}

@test "MM_ISA that is not known is refused" {
    MM_ISA=avx3 refuses 2 "MM_ISA=avx3 is not known" methods
    MM_ISA=scalar succeeds methods
}

@test "an experiment is one of three" {
    refuses 2 "got 'magic', expected blocking, embedding or overhead" experiment magic
    refuses 2 "an argument is missing" experiment
    refuses 2 "'two' is one word too many" experiment overhead two
    refuses 2 "got 'novel', expected lab, roofline, blocking, embedding, overhead or paths" report --as novel .
    refuses 4 "timings.json" report --as overhead "$BATS_TEST_TMPDIR"
}

@test "mmcli experiment writes its folder, and mmcli report the same text again" {
    need_octave
    succeeds experiment --budget 0 --lang ko --out "$BATS_TEST_TMPDIR/E" embedding
    need_python jsonschema
    "$PYTHON" "$ROOT/tests/validate.py" "$ROOT/src/record/schema/timings.schema.json" "$BATS_TEST_TMPDIR/E/timings.json"
    "$PYTHON" "$ROOT/tests/validate.py" "$ROOT/src/record/schema/manifest.schema.json" "$BATS_TEST_TMPDIR/E/manifest.json"
    grep -q "\"$(digest "$BATS_TEST_TMPDIR/E/timings.json")\"" "$BATS_TEST_TMPDIR/E/manifest.json"
    cp "$BATS_TEST_TMPDIR/E/README.md" "$BATS_TEST_TMPDIR/ko.md"
    grep -q '^# 임베딩' "$BATS_TEST_TMPDIR/ko.md"
    succeeds report --as embedding --lang ko "$BATS_TEST_TMPDIR/E"
    cmp "$BATS_TEST_TMPDIR/E/README.md" "$BATS_TEST_TMPDIR/ko.md"
    succeeds report --as embedding "$BATS_TEST_TMPDIR/E"
    ! cmp -s "$BATS_TEST_TMPDIR/E/README.md" "$BATS_TEST_TMPDIR/ko.md"
}

@test "a folder that takes no files is refused before anything is measured" {
    for command in bench intensity roofline rivals; do # minutes, if they measured
        refuses 4 "cannot write in the folder /proc: " $command --out /proc
        refuses 4 "cannot make the folder /proc/nowhere: " $command --out /proc/nowhere
    done
    OCTAVE=no_such_octave mmcli ladder --out /proc
    [ "$status" -eq 4 ] && [ ! -s "$out" ] && grep -q '^mmcli ladder: cannot write in the folder /proc: ' "$err"
}

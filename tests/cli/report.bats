# mmcli report: README.md from the data.
load helper

setup() {
    D=$BATS_TEST_TMPDIR/D R=$BATS_TEST_TMPDIR/R # the lab's data; the roofline's, and the rows under it
    mkdir "$D"
    cp "$ROOT/tests/data/lab-results.json" "$D/results.json"
    cp "$ROOT/tests/data/lab-manifest.json" "$D/manifest.json"
    cp -r "$D" "$R"
    cp "$ROOT/tests/data/lab-roofline.json" "$R/roofline.json"
}

@test "the lab's text, in the same bytes each time" {
    succeeds report "$D"
    [ "$(cat "$out")" = "$D/README.md" ]
    [ ! -s "$err" ]
    grep -q '^# ' "$D/README.md"
    [ "$(grep -c '^## [1-4]\. ' "$D/README.md")" -eq 4 ]
    [ "$(grep -ciE '\b(nan|inf|infinity|null)\b' "$D/README.md")" -eq 0 ]
    first=$(digest "$D/README.md")
    rm "$D/README.md"
    succeeds report --as lab "$D/"
    [ "$first" = "$(digest "$D/README.md")" ]
}

@test "the data are not touched" {
    before=$(digest "$D/results.json")$(digest "$D/manifest.json")
    succeeds report "$D"
    [ "$before" = "$(digest "$D/results.json")$(digest "$D/manifest.json")" ]
    [ "$(ls "$D" | xargs)" = "README.md manifest.json results.json" ]
}

# An experiment's data, enough to be told from others: timings.json that names it, or a sweep's rows.
timings() { # DIR EXPERIMENT_IN_JSON
    mkdir -p "$1"
    [ -e "$1/manifest.json" ] || cp "$D/manifest.json" "$1"
    cat >"$1/timings.json" <<END
{"schema": "gemmlab-timings/1", "experiment": $2, "items": [], "roofline": null, "roofline_reason": "left out", "derived": []}
END
}
sweep() { # DIR
    cp -r "$D" "$1"
    "$PYTHON" - "$1/results.json" <<'END'
import json, sys
data = json.load(open(sys.argv[1]))
rows = [row for row in data["results"] if (row["frontend"], row["method"]) in (("cli", "reordered"), ("cli", "blocked"))]
rows += [dict(row, method="blocked_16") for row in rows if row["method"] == "blocked"]
data["results"] = rows
json.dump(data, open(sys.argv[1], "w"))
END
}

@test "the experiment is that of the data, and another one is refused before anything is written" {
    need_python json
    sweep "$BATS_TEST_TMPDIR/blocking"
    timings "$BATS_TEST_TMPDIR/embedding" '"embedding"'
    timings "$BATS_TEST_TMPDIR/overhead" '"overhead"'
    cp -r "$D" "$BATS_TEST_TMPDIR/lab"
    cp -r "$R" "$BATS_TEST_TMPDIR/roofline"
    local names="lab roofline blocking embedding overhead" titles=$BATS_TEST_TMPDIR/titles
    for of in $names; do
        dir=$BATS_TEST_TMPDIR/$of
        succeeds report "$dir"
        first=$(digest "$dir/README.md")
        head -n 1 "$dir/README.md" >>"$titles"
        for as in $names; do
            [ $as = $of ] || refuses 2 "got '$as', but the data in .* are of '$of'" report --as $as "$dir"
            [ "$first" = "$(digest "$dir/README.md")" ]
        done
        rm "$dir/README.md"
        succeeds report --as $of "$dir"
        [ "$first" = "$(digest "$dir/README.md")" ]
    done
    [ "$(sort -u "$titles" | wc -l)" -eq 5 ]
}

@test "in a folder with the data of two experiments either can be named" {
    timings "$D" '"embedding"'
    succeeds report --as lab "$D"
    cp "$D/README.md" "$D/lab.md"
    succeeds report --as embedding "$D"
    ! cmp -s "$D/README.md" "$D/lab.md"
}

@test "timings of no experiment have no report" {
    timings "$BATS_TEST_TMPDIR/T" null
    refuses 2 "T/timings.json is of no experiment" report "$BATS_TEST_TMPDIR/T"
    refuses 2 "T/timings.json is of no experiment" report --as overhead "$BATS_TEST_TMPDIR/T"
    [ ! -e "$BATS_TEST_TMPDIR/T/README.md" ]
}

# The pictures that a text shows, and those of which it says how to draw them.
pictures() { # DIR
    grep -oE '\]\([a-z]+\.png\)|`[a-z]+\.png`|`mm_plot[a-z_]*`' "$1/README.md" | tr -d '`' | xargs
}

@test "a picture is shown where the folder has it; else the text says how to draw it" {
    need_python json
    sweep "$BATS_TEST_TMPDIR/blocking"
    timings "$BATS_TEST_TMPDIR/embedding" '"embedding"'
    timings "$BATS_TEST_TMPDIR/overhead" '"overhead"'
    for lang in en es ko; do
        for of in D:mm_plot R:mm_plot_roofline blocking:mm_plot_blocking embedding:mm_plot_embedding \
            overhead:mm_plot_overhead; do
            dir=$BATS_TEST_TMPDIR/${of%%:*}
            rm -f "$dir"/*.png
            succeeds report --lang $lang "$dir"
            [ "$(pictures "$dir")" = "perf.png ${of##*:}" ]
            : >"$dir/perf.png"
            succeeds report --lang $lang "$dir"
            [ "$(pictures "$dir")" = "](perf.png)" ]
        done
    done
}

@test "the ladder's picture is spoken of where its data are" {
    : >"$D/perf.png"
    echo '{}' >"$D/ladder.json"
    succeeds report "$D"
    [ "$(pictures "$D")" = "](perf.png) ladder.png mm_plot_ladder" ]
    : >"$D/ladder.png"
    succeeds report "$D"
    [ "$(pictures "$D")" = "](perf.png) ](ladder.png)" ]
}

@test "of two roofs in one lab the texts say which is which" {
    L=$BATS_TEST_TMPDIR/L
    mkdir "$L"
    cp -r "$D" "$L/03-matmul-perf"
    for lang in en es ko; do
        rm -rf "$L/01-roofline"
        succeeds report --lang $lang "$L/03-matmul-perf"
        [ "$(grep -c '(../01-roofline/README.md)' "$L/03-matmul-perf/README.md")" -eq 0 ]
        cp -r "$R" "$L/01-roofline"
        succeeds report --lang $lang "$L/03-matmul-perf"
        [ "$(grep -c '(../01-roofline/README.md)' "$L/03-matmul-perf/README.md")" -eq 1 ]
        succeeds report --lang $lang "$L/01-roofline"
        grep -q '`roofline.json`.*`results.json`' "$L/01-roofline/README.md"
    done
    succeeds report "$L/03-matmul-perf"
    grep -q '^The roof, measured in one thread in the same run as the methods: ' "$L/03-matmul-perf/README.md"
}

@test "what mmcli bench wrote has a report" {
    B=$BATS_TEST_TMPDIR/B
    succeeds bench $QUICK --sizes 8,16 --out "$B"
    succeeds report "$B"
    grep -q 'cli:blas' "$B/README.md"
    refuses 2 "got 'roofline', but the data in .*B are of 'lab'" report --as roofline "$B"
}

# The lab's data with cli:blas of two kernels, the second three times as slow as the first.
two_kernels() { # DIR
    "$PYTHON" - "$1/results.json" <<'END'
import copy, json, sys
data = json.load(open(sys.argv[1]))
rows = [row for row in data["results"] if (row["frontend"], row["method"]) == ("cli", "blas")]
for row in rows[:]:
    row.update(provider="openblas", kernel="Fast")
    other = copy.deepcopy(row)
    other["kernel"] = "Slow"
    for key in "median", "min":
        other["seconds"][key] *= 3
    for key in "ci95", "samples":
        other["seconds"][key] = [3 * s for s in other["seconds"][key]]
    other["gflops"] /= 3
    rows.append(other)
data["results"] = rows
json.dump(data, open(sys.argv[1], "w"))
END
}

@test "libraries beside each other are told apart by name, with their ratios" {
    need_python json
    two_kernels "$D"
    for lang in en es ko; do
        succeeds report --lang $lang "$D"
        grep -qE '^\| 1024 x 1024 x 1024 \| 1 \| openblas Fast \| [0-9.,]+ \| 1.00 \| 3.00 \|$' "$D/README.md"
        grep -qE '^\| 1024 x 1024 x 1024 \| 1 \| openblas Slow \| [0-9.,]+ \| 0.333 \| 1.00 \|$' "$D/README.md"
        grep -qF '| `openblas Slow` | 1024 x 1024 x 1024 | 1 |' "$D/README.md"
        [ "$(grep -c '`cli:blas`' "$D/README.md")" -eq 0 ]
        [ "$(grep -c '^## [1-4]\. ' "$D/README.md")" -eq 0 ]
        [ "$(grep -ciE '\b(nan|inf|null)\b' "$D/README.md")" -eq 0 ]
    done
}

@test "missing files are named" {
    refuses 4 "nowhere/results.json: No such file" report "$BATS_TEST_TMPDIR/nowhere"
    refuses 4 "D/results.json/results.json: Not a directory" report "$D/results.json"
    rm "$D/manifest.json"
    refuses 4 "D/manifest.json: No such file" report "$D"
    rm "$D/results.json"
    refuses 4 "D/results.json: No such file" report "$D"
    [ ! -e "$D/README.md" ]
}

@test "a malformed results.json is named" {
    good=$BATS_TEST_TMPDIR/good
    cp "$D/results.json" "$good"
    spoil() { # a sed script
        sed "$1" "$good" >"$D/results.json"
        [ "$(digest "$good")" != "$(digest "$D/results.json")" ]
        refuses 4 "D/results.json" report "$D"
    }
    spoil '1d'
    spoil '$d'
    spoil 's/gemmlab-results\/1/gemmlab-results\/2/'
    spoil 's/"results":/"rows":/'
    spoil 's/"median":/"medium":/'
    spoil 's/"measured"/"guessed"/'
    spoil 's/"n":.*/"n": -1,/'
    spoil 's/"n":.*/"n": 1e999,/'
    spoil 's/"f32"/"f16"/'
    : >"$D/results.json"
    refuses 4 "D/results.json" report "$D"
    head -c 2000 "$good" >"$D/results.json"
    refuses 4 "D/results.json" report "$D"
    head -c 100000 /dev/urandom >"$D/results.json"
    refuses 4 "D/results.json" report "$D"
    printf '[%.0s' $(seq 100000) >"$D/results.json"
    refuses 4 "D/results.json" report "$D"
    [ ! -e "$D/README.md" ]
}

@test "a malformed manifest.json is named" {
    for text in '' '[]' '{' '{"cpu": NaN}' 'null' '"text"'; do
        printf '%s' "$text" >"$D/manifest.json"
        refuses 4 "manifest.json" report "$D"
    done
    [ ! -e "$D/README.md" ]
}

@test "README.md that cannot be written; a report that is not known" {
    mkdir "$D/README.md"
    refuses 4 "D/README.md: it is a folder" report "$D"
    refuses 2 "--as: got 'thesis', expected lab, roofline, blocking, embedding, overhead or paths" report --as thesis "$D"
}

@test "--lang: another text with the same numbers, in UTF-8, in the same bytes each time" {
    numbers() { grep -oE '[0-9][0-9.,]*' "$1" | sed 's/[.,]*$//' | sort; }
    for D in "$D" "$R"; do
        as=lab
        [ ! -e "$D/roofline.json" ] || as=roofline
        succeeds report --as $as "$D"
        mv "$D/README.md" "$D/en.md"
        succeeds report --as $as --lang en "$D"
        cmp "$D/README.md" "$D/en.md"
        for lang in es ko; do
            succeeds report --as $as --lang $lang "$D"
            [ "$(cat "$out")" = "$D/README.md" ]
            first=$(digest "$D/README.md")
            [ "$first" != "$(digest "$D/en.md")" ]
            iconv -f UTF-8 -t UTF-8 "$D/README.md" >/dev/null
            diff <(numbers "$D/en.md") <(numbers "$D/README.md")
            LC_ALL=C succeeds report --as $as --lang $lang "$D"
            [ "$first" = "$(digest "$D/README.md")" ]
        done
    done
}

@test "--lang es and --lang ko are the languages that they say, with the four answers" {
    succeeds report --lang es "$D"
    [ "$(grep -c '^## [1-4]\. ¿' "$D/README.md")" -eq 4 ]
    grep -q 'intensidad aritmética' "$D/README.md"
    succeeds report --lang ko "$D"
    [ "$(grep -c '^## [1-4]\. .*?$' "$D/README.md")" -eq 4 ]
    grep -q '연산 강도' "$D/README.md"
}

@test "a language that there is not" {
    for lang in fr EN ko_KR 한국어; do
        refuses 2 "--lang: got '$lang', expected en .*es .*ko " report --lang $lang "$D"
        refuses 2 "--lang: got '$lang', expected en .*es .*ko " experiment --lang $lang overhead
        refuses 2 "--lang: got '$lang', expected en .*es .*ko " lab --lang $lang --out "$BATS_TEST_TMPDIR/lab"
    done
    refuses 2 "--lang" report --lang "" "$D"
    [ ! -e "$D/README.md" ] && [ ! -e "$BATS_TEST_TMPDIR/lab" ]
}

# mmcli methods: the table, for people and as the README has it.
load helper

@test "both front ends, each method once, the lab's four among them" {
    succeeds methods
    [ -z "$(cut -d ' ' -f 1 "$out" | sort | uniq -d)" ]
    [ "$(grep -Evc '^(cli|octave):[a-z0-9_]+ +\*? +[^ ]' "$out")" -eq 0 ]
    for method in naive blocked einsum blas; do
        grep -Eq "^cli:$method +\* " "$out"
        grep -Eq "^octave:$method +\* " "$out"
    done
}

@test "--markdown is a table of the same methods" {
    succeeds methods
    names=$(cut -d ' ' -f 1 "$out")
    succeeds methods --markdown
    [ "$(sed -n 's/^| `\([^`]*\)` .*/\1/p' "$out")" = "$names" ]
    [ "$(awk -F'|' '{print NF}' "$out" | sort -u)" = 5 ]
}

@test "README.md has the table" {
    succeeds methods --markdown
    grep -qs "^$(head -n 1 "$out")$" "$ROOT/README.md" || skip "README.md has no table of methods"
    [[ $(cat "$ROOT/README.md") == *"$(cat "$out")"* ]]
}

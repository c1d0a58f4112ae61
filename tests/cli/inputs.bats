# mmcli inputs: the lab's matrices, equal to NumPy's bit for bit.
load helper

@test "seed 42, N=64: the bytes of NumPy 1.24's A and B" {
    # numpy.random.default_rng (42).standard_normal ((64, 64)).astype ("<f4"), twice
    succeeds inputs --size 64 --seed 42 --out "$BATS_TEST_TMPDIR"
    [ "$(digest "$BATS_TEST_TMPDIR/A.f32")" = 9f0fcd4f205d9ed1e32f860ff8d60306254523ec513f0cd57be7d3e1e47609d2 ]
    [ "$(digest "$BATS_TEST_TMPDIR/B.f32")" = 54163532ead37fac16f5eff4abff22def29196973680e0f5580b856cdfe8b7f5 ]
    [ ! -s "$err" ]
}

@test "one million doubles of seed 42" {
    # numpy.random.default_rng (42).standard_normal (10 ** 6).astype ("<f8")
    succeeds inputs --size 1000 --dtype f64 --out "$BATS_TEST_TMPDIR"
    [ "$(digest "$BATS_TEST_TMPDIR/A.f64")" = d317580e98209bd61db46be506a50f1b9ceb1823872be30aaef4153c2d9cb721 ]
}

@test "20 random seeds of up to 128 bits, in several sizes, against the installed NumPy" {
    need_python numpy
    "$PYTHON" "$ROOT/tests/cli/inputs_numpy.py" "$MMCLI" "$BATS_TEST_TMPDIR"
}

@test "size 64, seed 42 and f32 are the defaults; the folder is made; a hexadecimal seed is the same seed" {
    succeeds inputs --out "$BATS_TEST_TMPDIR/a/b"
    [ "$(grep -c ': 64 x 64 f32, row order, little-endian$' "$out")" -eq 2 ]
    succeeds inputs --size 64 --seed 0x2a --dtype f32 --out "$BATS_TEST_TMPDIR/c/"
    diff -r "$BATS_TEST_TMPDIR/a/b" "$BATS_TEST_TMPDIR/c"
    cd "$BATS_TEST_TMPDIR"
    succeeds inputs --size 3
    [ "$(stat -c %s A.f32 B.f32 | xargs)" = "36 36" ]
}

@test "bad input" {
    for value in 0 -1 1.5 2147483648 abc '' 64,128; do
        refuses 2 "--size: got '$value', expected a whole number from 1" inputs "--size=$value" --out "$BATS_TEST_TMPDIR"
    done
    for value in -1 1.5 abc '' 0x 340282366920938463463374607431768211456; do
        refuses 2 "--seed: .*128 bits" inputs "--seed=$value" --out "$BATS_TEST_TMPDIR"
    done
    refuses 2 "--dtype: .* use f32 or f64" inputs --dtype f128 --out "$BATS_TEST_TMPDIR"
    refuses 2 "--out: got an empty" inputs --out ""
    refuses 4 "out of memory" inputs --size 2147483647 --out "$BATS_TEST_TMPDIR"
    [ "$(ls "$BATS_TEST_TMPDIR" | xargs)" = "err out" ]
}

@test "files that cannot be written" {
    echo mine >"$BATS_TEST_TMPDIR/file"
    refuses 4 "file: Not a directory" inputs --size 2 --out "$BATS_TEST_TMPDIR/file"
    mkdir -p "$BATS_TEST_TMPDIR/D/A.f32"
    refuses 4 "A.f32: it is a folder" inputs --size 2 --out "$BATS_TEST_TMPDIR/D"
    refuses 4 "cannot make the folder 000" inputs --size 2 --out "$(printf '%05000d' 0)"
}

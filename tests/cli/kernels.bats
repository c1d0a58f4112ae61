# The rungs are what they say: scalar where they are named scalar, packed multiply-adds where SIMD is claimed.
load helper

setup() {
    [ "$(uname -m)" = x86_64 ] || skip "the instructions looked for are those of x86-64"
    command -v objdump >/dev/null || skip "objdump is not installed (Debian: binutils)"
}

# Packed arithmetic, with or without fusing: addps, vmulpd, vfmadd231ps, vfnmsub213pd...; not moves or xorps.
PACKED='^v?(add|sub|mul|div|addsub|hadd|hsub|dp)p[sd]$|^vfn?m(add|sub|addsub|subadd)[0-9]{3}p[sd]$'
PACKED_FMA='^vfmadd[0-9]{3}p[sd]$'
SCALAR='^v?(add|mul)s[sd]$|^vfmadd[0-9]{3}s[sd]$'

mnemonics() { # RUNG.TYPE: one an instruction
    objdump -d --no-show-raw-insn "$BUILD/obj/src/kernels/$1.o" |
        sed -n 's/^ *[0-9a-f]*:[[:space:]]*\([a-z0-9]*\).*/\1/p' >"$BATS_TEST_TMPDIR/mnemonics"
    [ -s "$BATS_TEST_TMPDIR/mnemonics" ]
}

count() { # PATTERN
    grep -Ec "$1" "$BATS_TEST_TMPDIR/mnemonics" || true
}

@test "naive, reordered and blocked are scalar: no packed arithmetic, no packed FMA" {
    for rung in naive reordered blocked; do
        for type in f32 f64; do
            mnemonics $rung.$type
            echo "$rung.$type: $(count "$PACKED") packed, $(count "$SCALAR") scalar"
            [ "$(count "$PACKED")" -eq 0 ]
            [ "$(count "$SCALAR")" -gt 0 ]
        done
    done
}

@test "vectorised and tiled do packed FMA for AVX2 and AVX-512" {
    for rung in vectorised_avx2 vectorised_avx512 tiled_avx2 tiled_avx512; do
        for type in f32 f64; do
            mnemonics $rung.$type
            echo "$rung.$type: $(count "$PACKED_FMA") packed FMA"
            [ "$(count "$PACKED_FMA")" -gt 0 ]
        done
    done
}

@test "vectorised and tiled do packed arithmetic for the baseline too, and no FMA, which it lacks" {
    for rung in vectorised_generic tiled_generic; do
        for type in f32 f64; do
            mnemonics $rung.$type
            echo "$rung.$type: $(count "$PACKED") packed, $(count "$PACKED_FMA") packed FMA"
            [ "$(count "$PACKED")" -gt 0 ]
            [ "$(count "$PACKED_FMA")" -eq 0 ]
        done
    done
}

@test "a tile stays in registers: its loop over p moves no vector to or from the stack" {
    is_sanitized && skip "sanitizers keep variables in memory"
    for rung in tiled_avx2 tiled_avx512; do
        for type in f32 f64; do
            objdump -d --no-show-raw-insn "$BUILD/obj/src/kernels/$rung.$type.o" >"$BATS_TEST_TMPDIR/code"
            [ "$(grep -Ec '[yz]mm[0-9]+.*\(%rsp|\(%rsp.*[yz]mm[0-9]' "$BATS_TEST_TMPDIR/code")" -eq 0 ]
        done
    done
}

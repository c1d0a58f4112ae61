# The scalar rungs are scalar and the SIMD rung is not: in the instructions, whatever the flags promised.
load helper

setup() {
    [ "$(uname -m)" = x86_64 ] || skip "the names of instructions here are x86-64's"
    command -v objdump >/dev/null || skip "objdump is not installed"
}

# Arithmetic on several numbers at once, SSE or AVX: addps, vmulpd, vfmadd231ps, ... (moves and xorps are no arithmetic)
PACKED='\bv?(add|sub|addsub|hadd|mul|div|max|min|sqrt|dp|fn?m(add|sub|addsub|subadd)(132|213|231)?)p[sd]\b'
# On one number: addss, vmulsd, vfmadd231sd, ...
SCALAR='\bv?(add|mul|fn?madd(132|213|231)?)s[sd]\b'

count() { # PATTERN OBJECT
    objdump -d --no-show-raw-insn "$BUILD/obj/$2" >"$BATS_TEST_TMPDIR/code"
    grep -cE "$1" "$BATS_TEST_TMPDIR/code" || true
}

is_scalar() { # OBJECT
    [ "$(count "$SCALAR" "$1")" -gt 0 ] || { echo "$1: no scalar arithmetic"; false; }
    [ "$(count "$PACKED" "$1")" -eq 0 ] || { echo "$1:"; grep -E "$PACKED" "$BATS_TEST_TMPDIR/code" | head; false; }
}

@test "naive, reordered and blocked hold no packed arithmetic" {
    for rung in naive reordered blocked; do
        is_scalar src/kernels/$rung.f32.o
        is_scalar src/kernels/$rung.f64.o
    done
}

@test "the scalar peak loop holds no packed arithmetic" {
    is_scalar src/measure/peak_scalar.o
}

@test "the rungs vectorised and tiled multiply and add packed numbers in registers of its width" {
    ! is_sanitized || skip "sanitized loops are not vectorised"
    for object in src/kernels/{vectorised,tiled}_%s.f{32,64}.o; do
        type=$([[ $object = *32* ]] && echo s || echo d)
        [ "$(count "\bvfmadd(132|213|231)p$type\b.*%ymm" "$(printf "$object" avx2)")" -gt 0 ]
        [ "$(count "\bvfmadd(132|213|231)p$type\b.*%zmm" "$(printf "$object" avx512)")" -gt 0 ]
        [ "$(count "%zmm" "$(printf "$object" avx2)")" -eq 0 ]
        [ "$(count "%[yz]mm" "$(printf "$object" generic)")" -eq 0 ]
        [ "$(count "$PACKED" "$(printf "$object" generic)")" -gt 0 ]
    done
}

@test "a tile stays in registers: no vector of it is moved to or from the stack" {
    ! is_sanitized || skip "sanitizers keep variables in memory"
    for object in src/kernels/tiled_{avx2,avx512}.f{32,64}.o; do
        [ "$(count '[yz]mm[0-9]+.*\(%rsp|\(%rsp.*[yz]mm[0-9]' "$object")" -eq 0 ]
    done
}

@test "mm_gemm: no multiply-add of a tile has an operand on the stack" {
    ! is_sanitized || skip "sanitizers keep variables in memory"
    for object in src/kernels/gemm_kernel_{avx2,avx512}.f{32,64}.o; do
        objdump -d --no-show-raw-insn "$BUILD/obj/$object" |
            awk '/^[0-9a-f]+ </ { inside = $2 ~ /by_columns/ } inside' >"$BATS_TEST_TMPDIR/tiles"
        [ "$(grep -cE 'vfmadd(132|213|231)p[sd]' "$BATS_TEST_TMPDIR/tiles")" -gt 100 ]
        [ "$(grep -cE 'vfmadd(132|213|231)p[sd].*\(%rsp' "$BATS_TEST_TMPDIR/tiles")" -eq 0 ]
    done
}

@test "the peak loops use registers of their width" {
    [ "$(count 'vfmadd(132|213|231)p[sd].*%zmm' src/measure/peak_avx512.o)" -gt 0 ]
    [ "$(count 'vfmadd(132|213|231)p[sd].*%ymm' src/measure/peak_avx2.o)" -gt 0 ]
    [ "$(count '\bmulp[sd].*%xmm' src/measure/peak_sse2.o)" -gt 0 ]
}

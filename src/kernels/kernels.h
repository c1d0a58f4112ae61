/* The ladder's kernels. Each file is one rung and is compiled once per element type: inside it `real` is
 * float or double, and MM_NAME (naive) is mm_naive_f32 or mm_naive_f64. Kernels check nothing: the callers
 * do.
 *
 * All compute C = A B for column-major A (m x k), B (k x n), C (m x n) with leading dimensions lda, ldb, ldc
 * in elements. C is written whole (its old content, NaN included, is ignored); m, n or k may be 0, and k = 0
 * gives zeros. A and B must not overlap C. NaN and Inf travel as IEEE 754 has it: no product is skipped for a
 * zero. */
#ifndef MM_KERNELS_H
#define MM_KERNELS_H

#include <stdint.h>

/* The multiply-add as a hook: returns acc + a * b, however it likes to evaluate it. */
typedef float mm_madd_f32(void *context, float acc, float a, float b);
typedef double mm_madd_f64(void *context, double acc, double a, double b);

#define MM_GEMM_ARGS(real)                                                                                   \
    int64_t m, int64_t n, int64_t k, const real *A, int64_t lda, const real *B, int64_t ldb, real *C,        \
        int64_t ldc

/* naive:       three loops, i-j-p, one accumulator: the textbook's definition, one element of C at a time.
 * naive_hook:  the same loop with every multiply-add left to `madd`: called exactly m*n*k times.
 * reordered:   loops j-p-i, so that the innermost one walks down columns of A and C with stride one.
 * blocked:     six loops: reordered inside blocks of block_size (>= 1) in all three dimensions, ragged at
 * edges. blocked_hook: the same with every multiply-add left to `madd`: called exactly m*n*k times.
 * vectorised:  blocked, compiled for the widest SIMD instructions that the CPU has.
 * tiled:       vectorised, with a tile of C kept in registers while p runs through a block. */
#define MM_DECLARE_KERNELS(real, type)                                                                       \
    void mm_naive_##type(MM_GEMM_ARGS(real));                                                                \
    void mm_naive_hook_##type(MM_GEMM_ARGS(real), mm_madd_##type *madd, void *context);                      \
    void mm_reordered_##type(MM_GEMM_ARGS(real));                                                            \
    void mm_blocked_##type(MM_GEMM_ARGS(real), int64_t block_size);                                          \
    void mm_blocked_hook_##type(MM_GEMM_ARGS(real), int64_t block_size, mm_madd_##type *madd,                \
                                void *context);                                                              \
    void mm_vectorised_##type(MM_GEMM_ARGS(real), int64_t block_size);                                       \
    void mm_tiled_##type(MM_GEMM_ARGS(real), int64_t block_size);

MM_DECLARE_KERNELS(float, f32)
MM_DECLARE_KERNELS(double, f64)

#endif

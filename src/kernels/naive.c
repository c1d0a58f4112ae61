/* Rung: naive. The definition of the product, one element of C at a time:
 *
 *     C(i,j) = sum over p of A(i,p) B(p,j)
 *
 * Column-major storage makes the innermost loop walk A along a row: every step of p jumps lda elements, a new
 * cache line for each multiply-add once a row of A no longer fits. One accumulator makes each addition wait
 * for the last: at best one multiply-add every four cycles or so, whatever the cache does.
 *
 * The multiply-add is a parameter. Compiled in, the loop is the ladder's first compiled rung; as a hook it
 * goes back to the Octave interpreter each time, so that the two rungs differ in nothing but the interpreter.
 */
#include "kernels/real.h"

static inline void naive_loop(MM_GEMM_ARGS(real), madd_function *madd, void *context)
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            real sum = 0;
            for (int64_t p = 0; p < k; p++)
                sum = madd(context, sum, A[i + p * lda], B[p + j * ldb]);
            C[i + j * ldc] = sum;
        }
}

void MM_NAME(naive)(MM_GEMM_ARGS(real))
{
    naive_loop(m, n, k, A, lda, B, ldb, C, ldc, multiply_add, NULL);
}

void MM_NAME(naive_hook)(MM_GEMM_ARGS(real), madd_function *madd, void *context)
{
    naive_loop(m, n, k, A, lda, B, ldb, C, ldc, madd, context);
}

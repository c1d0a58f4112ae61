/* Rung: tiled. The blocks of `vectorised`, worked off in tiles of C that stay in registers: tiled_loop.h has
 * the loops and says why. Here the widest version that the CPU has is chosen; the files tiled_<isa>.c say how
 * large its tile is.
 */
#include "kernels/tiled.h"

#include "core/isa.h"

void MM_NAME(tiled)(MM_GEMM_ARGS(real), int64_t block_size)
{
#if defined(__x86_64__)
    switch (mm_isa_best()) {
    case MM_ISA_AVX512:
        MM_NAME(tiled_avx512)(m, n, k, A, lda, B, ldb, C, ldc, block_size);
        return;
    case MM_ISA_AVX2:
        MM_NAME(tiled_avx2)(m, n, k, A, lda, B, ldb, C, ldc, block_size);
        return;
    default:
        break;
    }
#endif
    MM_NAME(tiled_generic)(m, n, k, A, lda, B, ldb, C, ldc, block_size);
}

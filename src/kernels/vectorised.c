/* Rung: vectorised. The same six loops as `blocked`, compiled for SIMD; here the widest version that the CPU
 * has is chosen. (The files vectorised_<isa>.c differ in their compiler flags only.) */
#include "kernels/vectorised.h"

#include "core/isa.h"

void MM_NAME(vectorised)(MM_GEMM_ARGS(real), int64_t block_size)
{
#if defined(__x86_64__)
    switch (mm_isa_best()) {
    case MM_ISA_AVX512:
        MM_NAME(vectorised_avx512)(m, n, k, A, lda, B, ldb, C, ldc, block_size);
        return;
    case MM_ISA_AVX2:
        MM_NAME(vectorised_avx2)(m, n, k, A, lda, B, ldb, C, ldc, block_size);
        return;
    default:
        break;
    }
#endif
    MM_NAME(vectorised_generic)(m, n, k, A, lda, B, ldb, C, ldc, block_size);
}

#include "kernels/gemm_params.h"

#include <stddef.h>

static const mm_gemm_params table[MM_ISA_COUNT][2] = {
    [MM_ISA_SCALAR] = {[MM_F32] = {2, 4, 256, 256, 2048, 64}, [MM_F64] = {2, 4, 256, 256, 2048, 64}},
    [MM_ISA_AVX2] = {[MM_F32] = {2, 6, 384, 320, 3072, 160}, [MM_F64] = {2, 6, 192, 256, 3072, 160}},
    [MM_ISA_AVX512] = {[MM_F32] = {2, 12, 256, 512, 3072, 512}, [MM_F64] = {2, 12, 256, 256, 3072, 384}},
};

const mm_gemm_params *mm_gemm_params_of(mm_isa isa, mm_dtype dtype)
{
    if (isa == MM_ISA_SSE2) /* the generic kernel, which is compiled for the architecture's baseline */
        isa = MM_ISA_SCALAR;
    return &table[isa][dtype];
}

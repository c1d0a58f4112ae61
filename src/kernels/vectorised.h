/* The rung `vectorised` by instruction set. */
#ifndef MM_VECTORISED_H
#define MM_VECTORISED_H

#include "kernels/real.h"

void MM_NAME(vectorised_generic)(MM_GEMM_ARGS(real), int64_t block_size);
void MM_NAME(vectorised_avx2)(MM_GEMM_ARGS(real), int64_t block_size);
void MM_NAME(vectorised_avx512)(MM_GEMM_ARGS(real), int64_t block_size);

#endif

/* The rung `tiled` by instruction set. */
#ifndef MM_TILED_H
#define MM_TILED_H

#include "kernels/real.h"

void MM_NAME(tiled_generic)(MM_GEMM_ARGS(real), int64_t block_size);
void MM_NAME(tiled_avx2)(MM_GEMM_ARGS(real), int64_t block_size);
void MM_NAME(tiled_avx512)(MM_GEMM_ARGS(real), int64_t block_size);

#endif

/* Rung: tiled, for AVX-512: a tile of 32 x 8 fp32 or 16 x 8 fp64.
 * 16 of the 32 registers hold the tile. */
#define VECTOR_BYTES 64
#define NR 8
#include "kernels/tiled.h"
#include "kernels/tiled_loop.h"

void MM_NAME(tiled_avx512)(MM_GEMM_ARGS(real), int64_t block_size)
{
    tiled_loop(m, n, k, A, lda, B, ldb, C, ldc, block_size);
}

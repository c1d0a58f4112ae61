/* Rung: tiled, for AVX2 and FMA: a tile of 16 x 4 fp32 or 8 x 4 fp64.
 * 8 of the 16 registers hold the tile: two multiply-adds a cycle, each of 4 cycles, are 8 in flight. */
#define VECTOR_BYTES 32
#define NR 4
#include "kernels/tiled.h"
#include "kernels/tiled_loop.h"

void MM_NAME(tiled_avx2)(MM_GEMM_ARGS(real), int64_t block_size)
{
    tiled_loop(m, n, k, A, lda, B, ldb, C, ldc, block_size);
}

/* Rung: tiled, for the architecture's baseline (SSE2 on x86-64, NEON on ARM): a tile of 8 x 4 fp32 or 4 x 4
 * fp64. 8 of the 16 registers hold the tile. */
#define VECTOR_BYTES 16
#define NR 4
#include "kernels/tiled.h"
#include "kernels/tiled_loop.h"

void MM_NAME(tiled_generic)(MM_GEMM_ARGS(real), int64_t block_size)
{
    tiled_loop(m, n, k, A, lda, B, ldb, C, ldc, block_size);
}

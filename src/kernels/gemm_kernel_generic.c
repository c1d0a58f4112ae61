/* mm_gemm for the architecture's baseline (SSE2 on x86-64, NEON on ARM), the reference beside the others:
 * tiles of 8 x 4 fp32 or 4 x 4 fp64. Without a fused multiply-add a product needs a register of its own. */
#define VECTOR_BYTES 16
#define KERNEL MM_NAME(gemm_generic)
enum { PACKED_VECTORS = 2, COLUMNS_1 = 8, COLUMNS_2 = 4, COLUMNS_3 = 2, COLUMNS_4 = 0, ROUND = 1 };
#define MASKS_ARE_FREE 0
#define TILES(M) UP_TO_8(M, 1) UP_TO_4(M, 2) UP_TO_2(M, 3)
#define FOLDS(M) UP_TO_8(M, )

#include "kernels/gemm_vector.h"

typedef int64_t partial; /* the number of rows */

INLINE partial partial_of(int64_t rows)
{
    return rows;
}

INLINE vector load_partial(const real *from, partial which)
{
    vector v = {0};
    if (which == VECTOR_LENGTH)
        return load(from);
    for (int64_t i = 0; i < which; i++)
        v[i] = from[i];
    return v;
}

/* So many bytes again and again. */
INLINE vector load_repeated(const real *from, int bytes)
{
    vector v;
    for (int at = 0; at < VECTOR_BYTES; at += bytes)
        memcpy((char *)&v + at, from, (size_t)bytes);
    return v;
}

INLINE void store_partial(real *to, vector v, partial which)
{
    if (which == VECTOR_LENGTH) {
        store(to, v);
        return;
    }
    for (int64_t i = 0; i < which; i++)
        to[i] = v[i];
}

#include "kernels/gemm_shapes.h"

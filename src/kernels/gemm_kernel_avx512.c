/* mm_gemm for AVX-512: tiles of 32 x 12, 48 x 8 or 64 x 6 fp32, 16 x 12, 24 x 8 or 32 x 6 fp64, and all that
 * are smaller.
 * 24 of the 32 registers hold the sums: two multiply-adds a cycle, each of 4 cycles, need 8 of them; the more
 * there are, the fewer loads there are for each multiply-add. A mask lets a register be partly filled for
 * free. */
#define VECTOR_BYTES 64
#define KERNEL MM_NAME(gemm_avx512)
enum { PACKED_VECTORS = 3, COLUMNS_1 = 16, COLUMNS_2 = 12, COLUMNS_3 = 8, COLUMNS_4 = 6, ROUND = 4 };
#define MASKS_ARE_FREE 1
#define TILES(M) UP_TO_16(M, 1) UP_TO_12(M, 2) UP_TO_8(M, 3) UP_TO_6(M, 4)
#define FOLDS(M) UP_TO_16(M, )

#include <immintrin.h>

#include "kernels/gemm_vector.h"

typedef __mmask16 partial;

INLINE partial partial_of(int64_t rows)
{
    return (partial)((1U << rows) - 1);
}

INLINE vector load_partial(const real *from, partial which)
{
#ifdef MM_TYPE_f32
    return (vector)_mm512_maskz_loadu_ps(which, from);
#else
    return (vector)_mm512_maskz_loadu_pd((__mmask8)which, from);
#endif
}

/* So many bytes again and again, which a load does at no cost. */
INLINE vector load_repeated(const real *from, int bytes)
{
    if (bytes == 8)
        return (vector)_mm512_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)from));
    if (bytes == 16)
        return (vector)_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)from));
    if (bytes == 32)
        return (vector)_mm512_broadcast_i64x4(_mm256_loadu_si256((const __m256i *)from));
    return load(from);
}

INLINE void store_partial(real *to, vector v, partial which)
{
#ifdef MM_TYPE_f32
    _mm512_mask_storeu_ps(to, which, (__m512)v);
#else
    _mm512_mask_storeu_pd(to, (__mmask8)which, (__m512d)v);
#endif
}

#include "kernels/gemm_shapes.h"

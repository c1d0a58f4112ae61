/* mm_gemm for AVX-512: tiles of 32 x 12 or 48 x 8 fp32, 16 x 12 or 24 x 8 fp64, and all that are smaller.
 * 24 of the 32 registers hold the sums: two multiply-adds a cycle, each of 4 cycles, need 8 of them; the more
 * there are, the fewer loads there are for each multiply-add. A mask lets a register be partly filled for
 * free. */
#define VECTOR_BYTES 64
#define KERNEL MM_NAME(gemm_avx512)
enum { PACKED_VECTORS = 3, COLUMNS_1 = 12, COLUMNS_2 = 12, COLUMNS_3 = 8, ROUND = 4 };
#define MASKS_ARE_FREE 1
#define TILES(M) UP_TO_12(M, 1) UP_TO_12(M, 2) UP_TO_8(M, 3)
#define FOLDS(M) UP_TO_12(M, )

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

/* At most 16 bytes: the other lanes are undefined. */
INLINE vector load_narrow(const real *from, partial which)
{
#ifdef MM_TYPE_f32
    return (vector)_mm512_castps128_ps512(_mm_maskz_loadu_ps((__mmask8)which, from));
#else
    return (vector)_mm512_castpd128_pd512(_mm_maskz_loadu_pd((__mmask8)which, from));
#endif
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

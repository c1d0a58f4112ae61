/* mm_gemm for AVX2 and FMA: tiles of 16 x 6 or 24 x 4 fp32, 8 x 6 or 12 x 4 fp64, and all that are smaller:
 * 12 of the 16 registers hold the sums, the others two or three of A and one of B. Loads have a mask in a
 * register; so have stores, but those are slow on AMD's CPUs (dozens of operations each), and there is one a
 * column only: elements one by one it is. */
#define VECTOR_BYTES 32
#define KERNEL MM_NAME(gemm_avx2)
enum { PACKED_VECTORS = 2, COLUMNS_1 = 12, COLUMNS_2 = 6, COLUMNS_3 = 4, COLUMNS_4 = 0, ROUND = 1 };
#define MASKS_ARE_FREE 0
#define TILES(M) UP_TO_12(M, 1) UP_TO_6(M, 2) UP_TO_4(M, 3)
#define FOLDS(M) UP_TO_12(M, )

#include <immintrin.h>

#include "kernels/gemm_vector.h"

typedef struct partial {
    __m256i mask;
    int64_t rows;
} partial;

INLINE partial partial_of(int64_t rows)
{
#ifdef MM_TYPE_f32
    const __m256i lane_number = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return (partial){_mm256_cmpgt_epi32(_mm256_set1_epi32((int)rows), lane_number), rows};
#else
    const __m256i lane_number = _mm256_setr_epi64x(0, 1, 2, 3);
    return (partial){_mm256_cmpgt_epi64(_mm256_set1_epi64x(rows), lane_number), rows};
#endif
}

INLINE vector load_partial(const real *from, partial which)
{
#ifdef MM_TYPE_f32
    return (vector)_mm256_maskload_ps(from, which.mask);
#else
    return (vector)_mm256_maskload_pd(from, which.mask);
#endif
}

/* So many bytes again and again, which a load does at no cost. */
INLINE vector load_repeated(const real *from, int bytes)
{
    if (bytes == 8)
        return (vector)_mm256_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)from));
    if (bytes == 16)
        return (vector)_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)from));
    return load(from);
}

INLINE void store_partial(real *to, vector v, partial which)
{
    if (which.rows == VECTOR_LENGTH) {
        store(to, v);
        return;
    }
    for (int64_t i = 0; i < which.rows; i++)
        to[i] = v[i];
}

#include "kernels/gemm_shapes.h"

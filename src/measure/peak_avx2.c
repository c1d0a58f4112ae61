/* The peak loop of AVX2 with FMA: 256 bits, 16 registers. */
#include "measure/peak_loop.h"

#if defined(__x86_64__)
#include <immintrin.h>

enum { ACCUMULATORS = 15 };

typedef __m256 vector_f32;
typedef __m256d vector_f64;

static inline vector_f32 multiply_add_f32(vector_f32 x, vector_f32 a)
{
    return _mm256_fmadd_ps(x, a, a);
}

static inline vector_f64 multiply_add_f64(vector_f64 x, vector_f64 a)
{
    return _mm256_fmadd_pd(x, a, a);
}

#define MM_TYPE_f32
#include "measure/peak_body.h"
#define MM_TYPE_f64
#include "measure/peak_body.h"

const mm_peak_loop mm_peak_avx2[] = {
    [MM_F32] = {loop_f32, ACCUMULATORS, sizeof(vector_f32) / sizeof(float)},
    [MM_F64] = {loop_f64, ACCUMULATORS, sizeof(vector_f64) / sizeof(double)},
};

#endif

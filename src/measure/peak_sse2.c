/* The peak loop of SSE2: 128 bits, a multiplication and an addition apart; 16 registers. */
#include "measure/peak_loop.h"

#if defined(__x86_64__)
#include <immintrin.h>

enum { ACCUMULATORS = 15 };

typedef __m128 vector_f32;
typedef __m128d vector_f64;

static inline vector_f32 multiply_add_f32(vector_f32 x, vector_f32 a)
{
    return _mm_add_ps(_mm_mul_ps(x, a), a);
}

static inline vector_f64 multiply_add_f64(vector_f64 x, vector_f64 a)
{
    return _mm_add_pd(_mm_mul_pd(x, a), a);
}

#define MM_TYPE_f32
#include "measure/peak_body.h"
#define MM_TYPE_f64
#include "measure/peak_body.h"

const mm_peak_loop mm_peak_sse2[] = {
    [MM_F32] = {loop_f32, ACCUMULATORS, sizeof(vector_f32) / sizeof(float)},
    [MM_F64] = {loop_f64, ACCUMULATORS, sizeof(vector_f64) / sizeof(double)},
};

#endif

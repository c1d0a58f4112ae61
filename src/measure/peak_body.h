/* The body of peak_<isa>.c, included once with MM_TYPE_f32 defined and once with MM_TYPE_f64. The file that
 * includes it defines vector_f32 and vector_f64 (an accumulator), multiply_add_f32 and multiply_add_f64, and
 * ACCUMULATORS. It gets loop_f32 and loop_f64. No include guard: being included twice is the point. */
#include <string.h>

#if defined(MM_TYPE_f32)
#define real float
#define MM_NAME(word) word##_f32
#elif defined(MM_TYPE_f64)
#define real double
#define MM_NAME(word) word##_f64
#else
#error "define MM_TYPE_f32 or MM_TYPE_f64 before including this"
#endif

static double MM_NAME(loop)(int64_t iterations)
{
    const volatile real minus_one = -1;
    const MM_NAME(vector) a = (MM_NAME(vector)){0} + minus_one;
    MM_NAME(vector) x[ACCUMULATORS]; /* unrolled, these are registers */
#pragma GCC unroll 32
    for (int i = 0; i < ACCUMULATORS; i++)
        x[i] = (MM_NAME(vector)){0} + (real)(i + 1);

    for (int64_t iteration = 0; iteration < iterations; iteration++) {
#pragma GCC unroll 32
        for (int i = 0; i < ACCUMULATORS; i++)
            x[i] = MM_NAME(multiply_add)(x[i], a);
    }

    enum { LANES = ACCUMULATORS * (sizeof(MM_NAME(vector)) / sizeof(real)) };
    real lane[LANES];
    memcpy(lane, x, sizeof x);
    double sum = 0;
    for (int i = 0; i < LANES; i++)
        sum += (double)lane[i];
    return sum;
}

#undef MM_NAME
#undef real
#undef MM_TYPE_f32
#undef MM_TYPE_f64

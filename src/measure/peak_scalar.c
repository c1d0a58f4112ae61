/* The scalar peak loop: one element at a time, a multiplication and an addition in plain C.
 *
 * Left alone, compilers pack neighbouring accumulators into SIMD registers (gcc does at -O2) and measure
 * something else. The empty asm statement stops them: it costs no instruction, but wants each accumulator
 * alone in a floating-point register. Architectures without a line below rely on the compiler's restraint. */
#include "measure/peak_loop.h"

#if defined(__x86_64__)
#define MM_ALONE_IN_REGISTER(x) __asm__("" : "+x"(x))
#elif defined(__aarch64__)
#define MM_ALONE_IN_REGISTER(x) __asm__("" : "+w"(x))
#else
#define MM_ALONE_IN_REGISTER(x) ((void)0)
#endif

enum { ACCUMULATORS = 15 };

typedef float vector_f32;
typedef double vector_f64;

static inline float multiply_add_f32(float x, float a)
{
    x = x * a + a;
    MM_ALONE_IN_REGISTER(x);
    return x;
}

static inline double multiply_add_f64(double x, double a)
{
    x = x * a + a;
    MM_ALONE_IN_REGISTER(x);
    return x;
}

#define MM_TYPE_f32
#include "measure/peak_body.h"
#define MM_TYPE_f64
#include "measure/peak_body.h"

const mm_peak_loop mm_peak_scalar[] = {
    [MM_F32] = {loop_f32, ACCUMULATORS, 1},
    [MM_F64] = {loop_f64, ACCUMULATORS, 1},
};

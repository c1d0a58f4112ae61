#include "measure/roofline_internal.h"

/* One core reaches a few per cent more of the memory's bandwidth with 256- or 512-bit loads than with 128-bit
 * ones. Stores are ordinary ones: a non-temporal store saves the read of the line it overwrites, which no
 * matrix product does. A macro, because the vector's type differs; GNU C's vectors, because not every -O
 * level vectorises a plain loop. */
#define MM_DEFINE_TRIAD(name, vector_bytes, attributes)                                                      \
    attributes static void name(double *a, const double *b, double s, const double *c, int64_t count)        \
    {                                                                                                        \
        typedef double vector __attribute__((vector_size(vector_bytes), may_alias));                         \
        const int64_t vectors = count / (int64_t)(sizeof(vector) / sizeof(double));                          \
        vector *to = (vector *)a;                                                                            \
        const vector *from_b = (const vector *)b, *from_c = (const vector *)c;                               \
        for (int64_t i = 0; i < vectors; i++)                                                                \
            to[i] = from_b[i] + s * from_c[i];                                                               \
    }

MM_DEFINE_TRIAD(triad_128, 16, )
#if defined(__x86_64__)
MM_DEFINE_TRIAD(triad_256, 32, __attribute__((target("avx2"))))
MM_DEFINE_TRIAD(triad_512, 64, __attribute__((target("avx512f"))))
#endif

void mm_triad_run(mm_isa isa, double *a, const double *b, double s, const double *c, int64_t count)
{
    static void (*const triads[MM_ISA_COUNT])(double *, const double *, double, const double *, int64_t) = {
        [MM_ISA_SCALAR] = triad_128, /* the memory does not care */
#if defined(__x86_64__)
        [MM_ISA_SSE2] = triad_128,
        [MM_ISA_AVX2] = triad_256,
        [MM_ISA_AVX512] = triad_512,
#endif
    };
    triads[isa](a, b, s, c, count);
}

/* Registers as GCC's vector type, and the lists of tile shapes, for the files gemm_kernel_<isa>.c, which
 * define VECTOR_BYTES before. */
#ifndef MM_GEMM_VECTOR_H
#define MM_GEMM_VECTOR_H

#include <string.h>

#include "kernels/gemm_kernel.h"

#define INLINE static inline __attribute__((always_inline))

typedef real vector __attribute__((vector_size(VECTOR_BYTES)));
enum { VECTOR_LENGTH = VECTOR_BYTES / sizeof(real) };

/* 16 bytes, which every instruction set can hold in a register. */
typedef real quad __attribute__((vector_size(16)));
enum { QUAD = 16 / sizeof(real) };

INLINE vector load(const real *from) /* of any alignment */
{
    vector v;
    memcpy(&v, from, sizeof v);
    return v;
}

INLINE void store(real *to, vector v)
{
    memcpy(to, &v, sizeof v);
}

#ifdef MM_TYPE_f32
typedef int32_t lane;
#else
typedef int64_t lane;
#endif
typedef lane lanes __attribute__((vector_size(VECTOR_BYTES)));

/* Lane l of the result is lane which[l] of a, or, from VECTOR_LENGTH on, of b. clang has no such builtin for
 * indices that are variables. */
INLINE vector permute_two(vector a, vector b, lanes which)
{
#if defined(__clang__)
    vector result;
    for (int l = 0; l < VECTOR_LENGTH; l++)
        result[l] = which[l] % (2 * VECTOR_LENGTH) < VECTOR_LENGTH ? a[which[l] % VECTOR_LENGTH]
                                                                   : b[which[l] % VECTOR_LENGTH];
    return result;
#else
    return __builtin_shuffle(a, b, which);
#endif
}

/* Lane l of the result is lane which[l] of v, modulo VECTOR_LENGTH. */
INLINE vector permute(vector v, lanes which)
{
#if defined(__clang__)
    return permute_two(v, v, which);
#else
    return __builtin_shuffle(v, which);
#endif
}

/* M (vectors, 1) M (vectors, 2) ... */
#define UP_TO_2(M, vectors) M(vectors, 1) M(vectors, 2)
#define UP_TO_4(M, vectors) UP_TO_2(M, vectors) M(vectors, 3) M(vectors, 4)
#define UP_TO_6(M, vectors) UP_TO_4(M, vectors) M(vectors, 5) M(vectors, 6)
#define UP_TO_8(M, vectors) UP_TO_6(M, vectors) M(vectors, 7) M(vectors, 8)
#define UP_TO_12(M, vectors) UP_TO_8(M, vectors) M(vectors, 9) M(vectors, 10) M(vectors, 11) M(vectors, 12)
#define UP_TO_16(M, vectors) UP_TO_12(M, vectors) M(vectors, 13) M(vectors, 14) M(vectors, 15) M(vectors, 16)

#endif

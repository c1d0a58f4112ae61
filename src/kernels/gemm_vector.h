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

/* M (vectors, 1) M (vectors, 2) ... */
#define UP_TO_2(M, vectors) M(vectors, 1) M(vectors, 2)
#define UP_TO_4(M, vectors) UP_TO_2(M, vectors) M(vectors, 3) M(vectors, 4)
#define UP_TO_6(M, vectors) UP_TO_4(M, vectors) M(vectors, 5) M(vectors, 6)
#define UP_TO_8(M, vectors) UP_TO_6(M, vectors) M(vectors, 7) M(vectors, 8)
#define UP_TO_12(M, vectors) UP_TO_8(M, vectors) M(vectors, 9) M(vectors, 10) M(vectors, 11) M(vectors, 12)

#endif

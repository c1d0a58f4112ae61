/* The element type of a kernel file, which the build compiles once per type: -DMM_TYPE_f32 or -DMM_TYPE_f64. */
#ifndef MM_REAL_H
#define MM_REAL_H

#include <stddef.h>

#include "kernels/kernels.h"

#if defined(MM_TYPE_f32)
typedef float real;
#define MM_NAME(kernel) mm_##kernel##_f32
#elif defined(MM_TYPE_f64)
typedef double real;
#define MM_NAME(kernel) mm_##kernel##_f64
#else
#error "compile this kernel with -DMM_TYPE_f32 or -DMM_TYPE_f64"
#endif

typedef real madd_function(void *context, real acc, real a, real b);

/* The multiply-add that the compiler sees through. */
static inline real multiply_add(void *context, real acc, real a, real b)
{
    (void)context;
    return acc + a * b;
}

#endif

/* Which instruction set a BLAS kernel family is written for, and how to ask for another. */
#ifndef MM_KERNEL_ISA_H
#define MM_KERNEL_ISA_H

#include <stdbool.h>

#include "core/isa.h"

/* The instruction set of a kernel family as mm_blas.kernel names it. Returns false where it is not known.
 * Kernels with AVX but without FMA (Sandybridge) count as sse2: their peak is not above it by more than the
 * vector width. */
bool mm_kernel_isa(const char *provider, const char *kernel, mm_isa *isa);

/* The families known of a provider, one by one: the i-th from 0, or NULL after the last. */
const char *mm_kernel_family(const char *provider, int i);

/* The environment variable that selects the kernel family when the library is loaded, or NULL. */
const char *mm_kernel_variable(const char *provider);

/* The family to ask for on a CPU whose widest instruction set is isa, or NULL. */
const char *mm_kernel_for(const char *provider, mm_isa isa);

#endif

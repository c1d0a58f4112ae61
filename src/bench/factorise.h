/* An LU factorisation by a library's dgetrf_: what LAPACK is worth beside its BLAS. */
#ifndef MM_FACTORISE_H
#define MM_FACTORISE_H

#include "blas/library.h"

/* Factorises a random n x n matrix of doubles once, and sees that P A = L U within c n eps. Errors: noRoutine
 * (MM_UNAVAILABLE), wrongResult (MM_FINDING), noMemory. */
mm_status mm_factorise(const mm_library *library, int64_t n, double *seconds, double *cpu_seconds,
                       mm_error *err);

#endif

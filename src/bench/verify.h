/* Is a product right? Compared element by element with a reference in double that no BLAS had a hand in. */
#ifndef MM_VERIFY_H
#define MM_VERIFY_H

#include "core/random.h"

/* R = A B and S = |A| |B| in double by our own kernel, for all columns of the product, or above 2^32
 * floating-point operations for a random choice of them (first and last always in it). Free with
 * mm_reference_free. */
typedef struct mm_reference {
    mm_matrix R, S;   /* m x column_count, f64 */
    int64_t *columns; /* which columns of the product these are, ascending */
    int64_t column_count;
    int64_t k;
} mm_reference;

mm_status mm_reference_make(const mm_matrix *A, const mm_matrix *B, mm_uint128 seed, mm_reference *reference,
                            mm_error *err);
void mm_reference_free(mm_reference *reference);

typedef struct mm_verdict {
    bool ok;          /* max_error <= error_bound; a NaN anywhere is not */
    double max_error; /* the largest error of an element, in the unit of the test */
    double error_bound;
} mm_verdict;

/* The bound that every summation order meets: |C - R| <= 2 k eps S elementwise (N. J. Higham, Accuracy and
 * Stability of Numerical Algorithms, 2nd ed., section 3.5; twice, as the reference rounds too). Unit of
 * max_error: k eps S, so error_bound is 2. */
void mm_verify_product(const mm_reference *reference, const mm_matrix *C, mm_verdict *verdict);

/* The lab's agreement (rtol 1e-5, atol 1e-6 in f32; 1e-13, 1e-14 in f64): |C - R| <= atol + rtol S
 * elementwise. The tolerance is relative to S, the size of what was summed, and not to |R|: where terms
 * cancel, even a correctly rounded fp32 sum misses a bound relative to its small result. Unit of max_error:
 * the bound, so error_bound is 1. */
void mm_verify_agreement(const mm_reference *reference, const mm_matrix *C, mm_verdict *verdict);

#endif

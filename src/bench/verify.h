/* Is a product right? Three tests, from strict to broad. */
#ifndef MM_VERIFY_H
#define MM_VERIFY_H

#include "core/random.h"

typedef struct mm_verdict {
    bool ok;
    double max_error, error_bound; /* in the unit of the test; ok means max_error <= error_bound */
} mm_verdict;

/* L3: every element against the reference product in double: |C - R| <= atol + rtol (|A| |B|), rtol 1e-5, atol 1e-6
 * for f32 and 1e-14, 1e-15 for f64. The unit of max_error is that bound, so error_bound is 1. The tolerance is relative
 * to (|A| |B|)(i, j), the size of what was summed, and not to |R(i, j)|: where positive and negative terms cancel,
 * even a correctly computed fp32 sum misses a bound relative to its result. O(mnk): for small sizes. */
mm_status mm_verify_elements(const mm_matrix *A, const mm_matrix *B, const mm_matrix *C, mm_verdict *verdict,
                             mm_error *err);

/* Freivalds' test with a vector x of signs: |C x - A (B x)| <= 2 k eps (|A| |B| |x|), row by row in double.
 * O(mk + kn + mn): for every row of a benchmark. R. Freivalds, "Probabilistic machines can use less running time",
 * IFIP 1977; the bound is Higham's, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.5.
 * The unit of max_error is k eps (|A| |B| |x|), so error_bound is 2. */
mm_status mm_verify_product(const mm_matrix *A, const mm_matrix *B, const mm_matrix *C, mm_uint128 seed,
                            mm_verdict *verdict, mm_error *err);

#endif

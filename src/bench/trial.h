/* May a contender be timed? */
#ifndef MM_TRIAL_H
#define MM_TRIAL_H

#include "bench/rivals.h"
#include "bench/verify.h"

/* Whole numbers, for which every order of summation gives the same bits: its products must be exact in all
 * four transpositions, at edges of every kind, for a long inner dimension (and an empty one: try_empty), into
 * a C full of NaN. Then *busy is the number of CPUs that it keeps busy. Errors: wrongResult (MM_FINDING), or
 * what mm_rival_ask says. */
mm_status mm_trial(mm_rivals *rivals, mm_contender *contender, const mm_rivals_options *options, double *busy,
                   mm_error *err);

/* One product of A (m x k) and B (k x n): computed by the contender and compared with the reference, which
 * the verdict tells of. Errors: as mm_rival_ask, an answer that takes longer than limit_s among them. */
mm_status mm_trial_product(mm_rivals *rivals, mm_contender *contender, double limit_s,
                           const mm_product_case *product, const mm_matrix *A, const mm_matrix *B,
                           const mm_reference *reference, mm_verdict *verdict, mm_error *err);

#endif

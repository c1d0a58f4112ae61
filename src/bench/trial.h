/* May a contender be timed? */
#ifndef MM_TRIAL_H
#define MM_TRIAL_H

#include "bench/rivals.h"
#include "bench/verify.h"

/* Whole numbers, for which every order of summation gives the same bits: its products must be exact in all
 * four transpositions, at edges of every kind, for a long inner dimension (and an empty one: try_empty), into
 * a C full of NaN. Errors: wrongResult (MM_FINDING), or what mm_rival_ask says. */
mm_status mm_trial(mm_rivals *rivals, mm_contender *contender, const mm_rivals_options *options,
                   mm_error *err);

/* Only the last and largest of those products, so that its matrices are there. */
mm_status mm_trial_largest(mm_rivals *rivals, mm_contender *contender, const mm_rivals_options *options,
                           mm_error *err);

/* How many threads a library works with, by the CPU time of some calls: with the matrices of the trial's last
 * product, which are large enough for a library to think of threads. */
typedef struct mm_busy {
    double
        cpus; /* CPU time of all threads over time: less where other programs have some of the CPUs' time */
    double
        threads; /* over the CPU time of the calling thread, which does its share: whatever the others do */
} mm_busy;

/* CPUs that the uncertainty of two clocks, and a spin at the end, may look like. */
#define MM_BUSY_SLACK 0.3

/* One thread works alone; of two or more on as many CPUs, each has its share. A start-up or a spin at the end
 * may blur one trial, so the clearest of some counts. */
#define MM_WORKING_BORDER 1.3
mm_status mm_trial_busy(mm_contender *contender, double patience_s, mm_busy *busy, mm_error *err);

/* Frees the matrices. */
mm_status mm_trial_end(mm_contender *contender, double patience_s, mm_error *err);

/* One product of A (m x k) and B (k x n): computed by the contender and compared with the reference, which
 * the verdict tells of. Errors: as mm_rival_ask, an answer that takes longer than limit_s among them. */
mm_status mm_trial_product(mm_rivals *rivals, mm_contender *contender, double limit_s,
                           const mm_product_case *product, const mm_matrix *A, const mm_matrix *B,
                           const mm_reference *reference, mm_verdict *verdict, mm_error *err);

#endif

/* May a contender be timed? */
#ifndef MM_TRIAL_H
#define MM_TRIAL_H

#include "bench/rivals.h"

/* Whole numbers, for which every order of summation gives the same bits: its products must be exact in all
 * four transpositions, at edges of every kind, for a long inner dimension (and an empty one: try_empty), into a
 * C full of NaN. Then *busy is the number of CPUs that it keeps busy. Errors: wrongResult (MM_FINDING), or
 * what mm_rival_ask says. */
mm_status mm_trial(mm_rivals *rivals, mm_contender *contender, const mm_rivals_options *options, double *busy,
                   mm_error *err);

#endif

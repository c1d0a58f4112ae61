/* The ladder at one size: the rows of a run on their rungs, and what each step is worth.
 *
 * A step leads from one rung that has a time to the next one that has, so that the factors multiply to the
 * whole, from the lowest rung to the highest. A rung without a time is bridged: the step over it spans more
 * than one change. */
#ifndef MM_LADDER_H
#define MM_LADDER_H

#include <stdio.h>

#include "methods.h"
#include "record/results.h"

/* A ratio of two times, above 1 where the second is faster. Its interval is what the 95 % intervals of the
 * two allow; low and high are 0 where one of them has none. */
typedef struct mm_ratio {
    double value, low, high;
} mm_ratio;

typedef struct mm_ladder_rung {
    mm_rung rung;
    const mm_row *row; /* the results' own; NULL: there is none with a time */
} mm_ladder_rung;

typedef struct mm_step {
    int from, to; /* rungs, by index; those between are bridged */
    mm_ratio factor;
    bool extrapolated; /* at least one of the two times is */
    bool slower; /* than the rung below by more than noise: the whole interval is under 1, or there is none
                    and the ratio is */
} mm_step;

typedef struct mm_ladder {
    mm_dtype dtype;
    int64_t n;
    mm_ladder_rung rungs[MM_RUNGS_MAX];
    int rung_count;
    mm_step steps[MM_RUNGS_MAX];
    int step_count;
    int missing_count; /* rungs without a time */
    bool extrapolated; /* at least one step is */
    mm_step total;     /* from the lowest rung to the highest, in one; of no meaning where step_count is 0 */
    double product;    /* of the steps' factors */
} mm_ladder;

/* Rows of square products of size n and of this dtype. The ladder refers to results, which must outlive it.
 */
void mm_ladder_build(const mm_results *results, mm_dtype dtype, int64_t n, mm_ladder *ladder);

/* The next size above n at which at least one step can be formed; 0 where there is none. */
int64_t mm_ladder_next_size(const mm_results *results, mm_dtype dtype, int64_t n);

/* "cli:blas", and "cli:blas T=2" for a rung on all threads (without the number where it has no row). */
enum { MM_RUNG_NAME_SIZE = 64 };
void mm_ladder_rung_name(const mm_ladder_rung *rung, char name[MM_RUNG_NAME_SIZE]);

/* Factor by factor, for people: a ladder for each size. Says so where there is none. */
void mm_ladder_print(FILE *out, const mm_results *results);

/* ladder.json (schema/ladder.schema.json, "gemmlab-ladder/1"), canonical as results.json is. Free *text with
 * free (). */
mm_status mm_ladder_to_text(const mm_results *results, char **text, mm_error *err);
mm_status mm_ladder_write(const char *dir, const mm_results *results,
                          mm_error *err); /* DIR/ladder.json, and its sha256 in DIR/manifest.json */

#endif

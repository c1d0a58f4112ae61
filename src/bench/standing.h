/* How our product stands against the others, from the rows of a contest; the bars it is held to. */
#ifndef MM_STANDING_H
#define MM_STANDING_H

#include <stdbool.h>

#include "bench/shape.h"
#include "record/results.h"

enum { MM_STANDING_METHOD_SIZE = 32 };
/* "packed" or "blas"; "packed_tn" where A is transposed and B is not. */
void mm_standing_method(bool ours, char trans_a, char trans_b, char method[MM_STANDING_METHOD_SIZE]);

/* Our product of one size beside the fastest of all others at that size, transposition and number of threads.
 */
typedef struct mm_standing {
    const mm_row *ours, *best; /* the results' own; best is NULL where no other was timed */
    double ratio;              /* our rate over best's; 0 where there is none */
    double low, high;          /* what the 95 % intervals of the two allow; 0 where one has none */
    double percent_of_peak;    /* 0 where it is not known */
} mm_standing;

/* In the order: squares, others, transposed, two threads, each by size. Returns their number, at most `room`.
 */
int mm_standings(const mm_results *results, mm_dtype dtype, mm_standing *standings, int room);

/* The geometric mean of the ratios of square, untransposed products in one thread; 0 where there is none. */
double mm_standing_mean(const mm_standing *standings, int count);

/* Our rate over that of our own untransposed product of the same size in one thread; 0 where that was not
 * timed. */
double mm_standing_to_plain(const mm_standing *standings, int count, const mm_standing *standing);

bool mm_standing_is_square(const mm_standing *standing);     /* untransposed, one thread */
bool mm_standing_is_transposed(const mm_standing *standing); /* one thread */

/* The bar that this standing has to reach (least ratio, or 0 for none), by its kind. */
double mm_standing_bar(const mm_standing *standing);
/* The least percent of the peak (0 for none); AVX-512 only. */
double mm_standing_peak_bar(const mm_results *results, const mm_standing *standing);

/* Adds a check for each bar that the rows allow: contest-square, contest-mean, contest-percent-of-peak,
 * contest-skinny, contest-transposed, contest-threads; and contest-peak: was the roof steady, and above all
 * rates? peak_scaling: the peak of two threads over that of one; 0: not known. */
void mm_standing_checks(mm_results *results, mm_dtype dtype, double peak_scaling);

#endif

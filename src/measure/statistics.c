#include "measure/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/cleanup.h"

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The median lies between the r-th smallest and the r-th largest of n samples unless fewer than r of them
 * fall on one of its sides: a binomial tail with probability 1/2 a sample, and two tails. (H. A. David and H.
 * N. Nagaraja, Order Statistics, 3rd ed., section 7.1.) */
int mm_ci95_rank(int count)
{
    double log_half_n = count * log(0.5), tail = 0;
    for (int r = 0; r < count; r++) {
        tail += exp(lgamma(count + 1.0) - lgamma(r + 1.0) - lgamma(count - r + 1.0) + log_half_n);
        if (tail > 0.025) /* P (Binomial <= r) is too much: the rank is the last r that was not */
            return r;
    }
    return 0;
}

bool mm_summarise(const double *samples, int count, mm_summary *summary)
{
    double *sorted MM_FREED = malloc((size_t)count * sizeof *sorted);
    if (!sorted)
        return false;
    memcpy(sorted, samples, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    int rank = mm_ci95_rank(count);
    *summary = (mm_summary){
        .count = count,
        .median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2,
        .min = sorted[0],
        .has_ci95 = rank > 0,
    };
    if (rank > 0) {
        summary->ci95[0] = sorted[rank - 1];
        summary->ci95[1] = sorted[count - rank];
    }
    return true;
}

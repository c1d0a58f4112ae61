/* Order statistics of timings. */
#ifndef MM_STATISTICS_H
#define MM_STATISTICS_H

#include <stdbool.h>

typedef struct mm_summary {
    int count;
    double median, min;
    bool has_ci95;          /* at least 6 samples: fewer cannot give 95 % */
    double ci95[2];         /* distribution-free interval of the median: the r-th smallest and r-th largest sample,
                               r the largest with P(Binomial (n, 1/2) < r) <= 0.025 */
} mm_summary;

/* samples need not be sorted and are not changed; count >= 1. Returns false where memory ran out. */
bool mm_summarise(const double *samples, int count, mm_summary *summary);

/* r for n samples as above, counted from 1 (n = 6 gives 1, n = 9 gives 2); 0 where n < 6. */
int mm_ci95_rank(int count);

#endif

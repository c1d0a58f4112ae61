/* The peak rate of multiply-adds on registers: what no kernel of the instruction set can pass. */
#ifndef MM_PEAK_H
#define MM_PEAK_H

#include "core/isa.h"
#include "core/matrix.h"

typedef struct mm_peak {
    mm_isa isa;
    mm_dtype dtype;
    int threads;
    double gflops; /* of all threads together; the best of several short samples: a roof is a maximum */
    double median_gflops;
    int sums_checked; /* loops run, the sum of whose lanes was what arithmetic says (peak_loop.h) */
} mm_peak;

/* Runs the multiply-add loop of one instruction set, which must be usable, in threads >= 1 threads at once
 * for about seconds_s, in samples of some 10 ms. Errors: noThread; wrongPeak (MM_FINDING: a loop's sum was
 * wrong). */
mm_status mm_peak_measure(mm_isa isa, mm_dtype dtype, int threads, double seconds_s, mm_peak *peak,
                          mm_error *err);

#endif

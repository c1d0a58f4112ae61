/* The clock of the core, estimated: a chain of additions of registers, each of which needs the one before it.
 */
#ifndef MM_CLOCK_RATE_H
#define MM_CLOCK_RATE_H

#include "core/status.h"
#include "measure/environment.h"

/* Assumes that a core makes one dependent addition of 64-bit integer registers a cycle, as every x86-64 and
 * AArch64 core known to the authors does, and that the clock is the same while other loops run: some Intel
 * CPUs lower it for wide vectors. */
typedef struct mm_clock_rate {
    double ghz, median_ghz; /* the best sample, and the median */
    int sums_checked;       /* chains whose sum was right */
} mm_clock_rate;

/* For about seconds_s, in one thread. Error: wrongClock (MM_FINDING: a sum was wrong). */
mm_status mm_clock_rate_measure(double seconds_s, mm_clock_rate *rate, mm_error *err);

/* What the system says is the highest frequency of cpu0, in GHz; 0 where it does not tell (no cpufreq, as in
 * virtual machines), and then *why has the reason. */
double mm_clock_rate_system_ghz(mm_fact *why);

#endif

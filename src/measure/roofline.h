/* The roof measured on this machine: peak multiply-add rate from registers, and DRAM bandwidth. */
#ifndef MM_ROOFLINE_H
#define MM_ROOFLINE_H

#include "core/isa.h"
#include "core/matrix.h"

typedef struct mm_peak {
    mm_isa isa;
    mm_dtype dtype;
    double gflops; /* the best of several short samples: a roof is a maximum */
    double median_gflops;
} mm_peak;

/* Runs the FMA loop of one instruction set in one thread for about seconds_s, in samples of some 10 ms. `isa`
 * must be usable. */
void mm_peak_measure(mm_isa isa, mm_dtype dtype, double seconds_s, mm_peak *peak);

typedef struct mm_triad {
    double gbytes_per_s; /* best of several sweeps; 24 bytes an element, as in STREAM: no write-allocate */
    double median_gbytes_per_s;
    int64_t working_set_bytes; /* the three arrays together: four times the last-level cache, from 256 MiB to
                                  1 GiB, and no more than a quarter of the available memory */
} mm_triad;

/* a(i) = b(i) + s c(i) over arrays of double far larger than the last-level cache, one thread, after
 * McCalpin's STREAM. Sweeps for about seconds_s, after a first touch that is not timed. Errors: noMemory (too
 * little to leave the cache), wrongTriad (MM_FINDING: the result was not b + s c). */
mm_status mm_triad_measure(double seconds_s, mm_triad *triad, mm_error *err);

/* Both for one dtype, one thread, best ISA, half of seconds_s each: what bench and lab put beside rows. */
typedef struct mm_roofline {
    mm_peak peak;
    mm_triad triad;
    double ridge_flop_per_byte; /* peak / bandwidth: left of it a kernel is bound by memory */
} mm_roofline;

mm_status mm_roofline_measure(mm_dtype dtype, double seconds_s, mm_roofline *roofline, mm_error *err);

#endif

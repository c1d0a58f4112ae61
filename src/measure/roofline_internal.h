/* Parts of the roofline that tests look at. Private to src/measure and its tests. */
#ifndef MM_ROOFLINE_INTERNAL_H
#define MM_ROOFLINE_INTERNAL_H

#include "measure/peak.h"
#include "measure/roofline.h"

/* The loop that mm_peak_measure times. The instruction set must exist on this architecture. */
const mm_peak_loop *mm_peak_loop_of(mm_isa isa, mm_dtype dtype);

/* How large to make the triad's three arrays together. Four times the last-level cache (0: unknown), between
 * 256 MiB and 1 GiB, and in any case no more than a quarter of the available memory (-1: unknown). */
int64_t mm_triad_working_set_bytes(int64_t last_level_cache_bytes, int64_t available_bytes);

enum { MM_TRIAD_VECTOR_BYTES = 64 };

/* triad.c: a(i) = b(i) + s c(i), i = 0 .. count - 1, in registers of the given instruction set, which must be
 * usable. The arrays do not overlap, are aligned to MM_TRIAD_VECTOR_BYTES, and count is a multiple of 8. */
void mm_triad_run(mm_isa isa, double *a, const double *b, double s, const double *c, int64_t count);

#endif

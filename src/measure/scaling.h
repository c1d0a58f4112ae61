/* Does a second thread bring a second core? Two virtual CPUs may be one. */
#ifndef MM_SCALING_H
#define MM_SCALING_H

#include "measure/roofline.h"

/* The peak (mm_peak_measure, widest instruction set) of `threads` threads at once, for about seconds_s, over
 * that of one just before: 2 where two threads have a core each. 0 where threads could not be started. */
double mm_peak_scaling(mm_dtype dtype, int threads, double seconds_s);

#endif

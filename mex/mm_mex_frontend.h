/* Octave as a front end of the benchmark: methods called as an Octave user would write them. */
#ifndef MM_MEX_FRONTEND_H
#define MM_MEX_FRONTEND_H

#include "bench/bench.h"

/* Calls are function handles over A and B, made by octave/__mm_call__.m, so that what is timed is the
 * interpreter evaluating A * B and nothing else: no copies of the operands at the boundary of the benchmark.
 */
mm_frontend mm_mex_frontend(void);

#endif

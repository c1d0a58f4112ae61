/* The one clock: CLOCK_MONOTONIC_RAW, seconds as double since an arbitrary start. */
#ifndef MM_CLOCK_H
#define MM_CLOCK_H

double mm_clock_s(void);
double mm_clock_tick_s(void); /* the smallest step the clock was seen to take; measured once */

#endif

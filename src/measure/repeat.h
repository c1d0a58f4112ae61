/* How fast can it go? A roof is a maximum: the shortest of many short samples, and beside it their median. */
#ifndef MM_REPEAT_H
#define MM_REPEAT_H

typedef double mm_step(void *context); /* does the work once; returns the seconds that it took */

typedef struct mm_repeated {
    int count;
    double min_s, median_s;
} mm_repeated;

/* Repeats the step for about seconds_s, and five times at least. */
void mm_repeat(mm_step *step, void *context, double seconds_s, mm_repeated *repeated);

/* How many times to do the work within a sample so that it lasts about sample_s: *times is the step's own
 * count, which is doubled from 1 until it shows. Also brings the core up to speed. */
void mm_repeat_calibrate(mm_step *step, void *context, double sample_s, long long *times);

#endif

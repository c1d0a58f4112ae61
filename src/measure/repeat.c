#include "measure/repeat.h"

#include <stdlib.h>

#include "measure/clock.h"

enum { SAMPLES_MIN = 5, SAMPLES_MAX = 1000 };

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void mm_repeat(mm_step *step, void *context, double seconds_s, mm_repeated *repeated)
{
    double samples_s[SAMPLES_MAX];
    double end_s = mm_clock_s() + seconds_s;
    int count = 0;
    while (count < SAMPLES_MIN || (count < SAMPLES_MAX && mm_clock_s() < end_s))
        samples_s[count++] = step(context);
    qsort(samples_s, (size_t)count, sizeof *samples_s, compare);
    *repeated = (mm_repeated){count, samples_s[0], (samples_s[(count - 1) / 2] + samples_s[count / 2]) / 2};
}

void mm_repeat_calibrate(mm_step *step, void *context, double sample_s, long long *times)
{
    double once_s;
    *times = 1;
    while ((once_s = step(context)) < sample_s / 2)
        *times *= 2;
    *times = (long long)((double)*times * sample_s / once_s) + 1;
}

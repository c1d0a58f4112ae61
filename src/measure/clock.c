#include "measure/clock.h"

#include <math.h>
#include <time.h>

double mm_clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double mm_clock_tick_s(void)
{
    enum { TRIES = 64 };
    static double tick_s = 0; /* all threads would find about the same */
    if (tick_s > 0)
        return tick_s;
    double smallest = INFINITY;
    for (int i = 0; i < TRIES; i++) {
        double start = mm_clock_s(), end = start;
        while (end <= start)
            end = mm_clock_s();
        smallest = fmin(smallest, end - start);
    }
    return tick_s = smallest;
}

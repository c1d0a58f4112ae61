/* Which measurements fit a time budget. */
#ifndef MM_PLAN_H
#define MM_PLAN_H

#include <stdbool.h>

/* One (method, shape) to measure, and what the planner decided. */
typedef struct mm_task {
    double call_s; /* predicted seconds of one call */
    bool is_key;   /* a method's smallest shape, without which there is nothing to extrapolate from; and its
                      largest where T(N) = 8 T(N/2) does not hold: a compiled loop leaves its caches on the way
                    */
    bool admitted; /* out: it fits */
    int reps;      /* out: repetitions to take at least */
} mm_task;

/* Admits tasks while their predicted cost fits available_s (INFINITY: all fit): first the key ones, then by
 * the time of a call, so that every curve has its ends, and the longest calls between are extrapolated. A
 * task costs its warm-up and max (reps calls, *min_time_s); reps is min_reps, but for two economies:
 * - key tasks slower than min_time_s share at most two thirds of the time, in even parts as far as each needs
 * its part: their reps are cut, to one at the least;
 * - where the other tasks do not fit all together, *min_time_s is shortened until they do.
 * So every curve comes before a longer sample. */
void mm_plan(mm_task *const *tasks, int count, double available_s, int min_reps, double *min_time_s);

#endif

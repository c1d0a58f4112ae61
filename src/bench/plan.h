/* Which measurements fit a time budget. */
#ifndef MM_PLAN_H
#define MM_PLAN_H

#include <stdbool.h>

/* One (method, shape) to measure, and what the planner decided. */
typedef struct mm_task {
    double call_s; /* predicted seconds of one call */
    bool is_first; /* the method's smallest shape still to come: without it there is nothing to extrapolate from */
    bool admitted; /* out: it fits */
    int reps;      /* out: repetitions to take at least */
} mm_task;

/* Admits tasks while their predicted cost fits available_s (INFINITY: all fit): first those that are a method's
 * smallest shape, then by the time of a call, so that every curve begins, and the longest calls are extrapolated. A
 * task costs its warm-up and max (reps calls, *min_time_s); reps is min_reps, but for two economies:
 * - first tasks slower than min_time_s share at most half of the time: their reps are cut, to one at the least;
 * - where the other tasks do not fit all together, *min_time_s is shortened until they do.
 * So every curve comes before a longer sample. */
void mm_plan(mm_task *const *tasks, int count, double available_s, int min_reps, double *min_time_s);

#endif

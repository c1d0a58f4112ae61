/* The exercise: the same product, in fp32 and one thread, in every front end, beside the bare call from C of
 * the library that serves it and beside our own. Inputs are the lab's, the same bits in each; every result is
 * compared with ours. All front ends are sampled in shuffled rounds. */
#ifndef MM_EXERCISE_H
#define MM_EXERCISE_H

#include "core/random.h"
#include "frontends/frontends.h"

typedef struct mm_exercise {
    const int64_t *sizes; /* ascending */
    int size_count;
    mm_uint128 seed;
    int min_reps;
    double min_time_s; /* of a front end and size */
    double budget_s;   /* for all; 0: no bound */
} mm_exercise;

/* The size at which a thousand products in one call are timed, too, if it is among the sizes. */
enum { MM_EXERCISE_BATCH_SIZE = 64, MM_EXERCISE_BATCH_COUNT = 1000 };

/* Times what the map's rows "product" tell of, into map->timings. What was measured is in the map whatever
 * the status. MM_FINDING: a product was wrong; its row says so, and the others were timed. */
mm_status mm_exercise_run(mm_frontends *frontends, const mm_exercise *exercise, mm_path_map *map,
                          mm_error *err);

#endif

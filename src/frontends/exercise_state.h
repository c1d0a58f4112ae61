/* The exercise at work: what exercise.c and exercise_round.c share. Nothing else includes this. */
#ifndef MM_EXERCISE_STATE_H
#define MM_EXERCISE_STATE_H

#include "bench/rivals.h"
#include "frontends/exercise.h"
#include "measure/sampler.h"

/* Who multiplies: a front end, or a worker in C with one library or with mm_gemm. */
typedef struct mm_participant {
    mm_front_end *frontend; /* NULL: the worker */
    mm_rival worker;
    char routine[32], library[512], provider[48], kernel[64]; /* "": none */
    double call_s;                                            /* of the size before; 0: not known */
    int64_t call_size;
    char out[256]; /* why it takes no part any more; "" */
} mm_participant;

typedef struct mm_exercise_run_state {
    mm_frontends *frontends;
    const mm_exercise *exercise;
    mm_path_map *map;
    mm_participant *participants;
    int count;
    mm_rivals memory; /* only its shared memory is used */
    double start_s;
    bool any_wrong;
} mm_exercise_run_state;

/* Verifies and times one size, into the map. */
mm_status mm_exercise_round(mm_exercise_run_state *run, int64_t n, mm_error *err);

#endif

/* A contest at work: what contest.c and contest_round.c share. Nothing outside src/bench includes this. */
#ifndef MM_CONTEST_STATE_H
#define MM_CONTEST_STATE_H

#include "bench/contest.h"
#include "bench/rivals.h"
#include "bench/standing.h"
#include "measure/sampler.h"

/* A contender at the case at hand. */
typedef struct mm_contestant {
    struct mm_contest_state *run;
    mm_contender *contender;
    mm_series series;
    mm_row row;
    double rate;                 /* at the last square size, GFLOPS; 0: not known */
    bool failed;                 /* at this case */
    double seconds, cpu_seconds; /* of its timed calls at this case, of all its threads */
} mm_contestant;

typedef struct mm_contest_state {
    const mm_contest *contest;
    mm_results *results;
    mm_manifest *manifest;
    mm_rivals rivals;
    mm_contestant *contestants; /* one for each contender, in their order */
    double peak_on_two_threads; /* over that of one; 0: not known */
    double start_s;
    int case_at;
    double limit_s; /* for an answer of this case's */
} mm_contest_state;

/* Verifies and times one case: run->case_at, into the results. */
mm_status mm_contest_round(mm_contest_state *run, mm_error *err);

#endif

/* Small products, which threads slow: from which size on are they worth it? */
#include <stdio.h>
#include <string.h>

#include "doctor/exam.h"

enum { QUICK_ROUNDS = 7 };

static const int small_sizes[] = {16, 32, 48, 64, 80, 96, 128, 160, 192, 256, 384, 512};
enum { SMALL_COUNT = sizeof small_sizes / sizeof *small_sizes };

typedef struct crossover {
    mm_gain worst; /* of one thread against all; its race: */
    mm_race race;
    int from; /* threads are faster from this N on; 0: at none of those measured */
    int to;   /* the largest N that was measured */
} crossover;

static mm_status find_crossover(mm_exam *exam, mm_contender *all, mm_contender *one, crossover *found,
                                mm_error *err)
{
    mm_contender *racers[] = {all, one};
    mm_status status = MM_OK;
    *found = (crossover){0};
    for (int i = 0; i < SMALL_COUNT && status == MM_OK; i++) {
        const mm_race race = {.dtype = MM_F32, .n = small_sizes[i], .rounds = QUICK_ROUNDS};
        mm_timed timed[2] = {0};
        status = mm_candidates_time(exam, racers, 2, &race, timed, err);
        mm_gain gain = mm_gain_of(&timed[0], &timed[1]);
        if (gain.ratio == 0)
            return status; /* one of them has failed: said in its why */
        found->to = race.n;
        if (gain.ci95[0] > found->worst.ci95[0]) {
            found->worst = gain;
            found->race = race;
        }
        if (gain.ratio > 1)
            found->from = 0;
        else if (found->from == 0 && gain.ci95[1] < 1)
            found->from = race.n;
    }
    return status;
}

static void advise_small(mm_exam *exam, const mm_patient *patient, const crossover *found, mm_look *look)
{
    mm_finding *f = mm_finding_add(exam, look);
    f->is_advice = true;
    snprintf(f->title, sizeof f->title, "small products are slowed by threads");
    if (found->from > 0)
        snprintf(f->evidence, sizeof f->evidence,
                 "%d threads are faster than one from N=%d on, and cost most at N=%d", patient->threads,
                 found->from, found->race.n);
    else
        snprintf(f->evidence, sizeof f->evidence,
                 "%d threads are faster than one at no N up to %d, and cost most at N=%d", patient->threads,
                 small_sizes[SMALL_COUNT - 1], found->race.n);
    mm_gain_tell(&found->worst, &found->race, "one thread against all", f->consequence,
                 sizeof f->consequence);
    snprintf(f->fix, sizeof f->fix, "export %s=1   # for a program of small products only",
             mm_thread_variable(&patient->library->blas));
    f->gain = found->worst;
    f->is_verified = true;
    snprintf(f->verification, sizeof f->verification,
             "in child processes, timed in turns, %d rounds; larger products lose by it", QUICK_ROUNDS);
    look->state = MM_PROBE_ADVICE;
    snprintf(look->note, sizeof look->note, "%.300s", f->evidence);
}

static void judge_small(mm_exam *exam, const mm_patient *patient, const crossover *found, const char *why,
                        mm_look *look)
{
    char from[64] = "";
    if (found->from > 0)
        snprintf(from, sizeof from, "; they are faster from N=%d on", found->from);
    if (mm_is_clear(&found->worst))
        advise_small(exam, patient, found, look);
    else if (found->to < small_sizes[SMALL_COUNT - 1])
        mm_look_is(look, MM_PROBE_UNKNOWN, "it failed above N=%d: %.200s", found->to, why);
    else if (mm_is_unsure(&found->worst))
        mm_look_is(look, MM_PROBE_UNKNOWN,
                   "at N=%d one thread is %.3g times as fast as all (%.3g to %.3g), which is not clear%s",
                   found->race.n, found->worst.ratio, found->worst.ci95[0], found->worst.ci95[1], from);
    else
        mm_look_is(look, MM_PROBE_WELL, "threads slow no size from %d to %d%s", small_sizes[0], found->to,
                   from);
}

mm_status mm_probe_small(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    mm_contender all;
    crossover found;
    mm_error why = {0};
    int threads;
    mm_status status = mm_patient_threads(exam, patient, &threads, look, err);
    if (status != MM_OK || threads == 0)
        return status;
    if (threads == 1) {
        mm_look_is(look, MM_PROBE_WELL, "there is but one thread");
        return MM_OK;
    }
    status =
        mm_candidate_start(exam, patient->subject, patient->library->path, NULL, MM_ANY_THREADS, &all, &why);
    if (mm_is_fatal(status))
        return mm_fail(err, status, why.id, "%s", why.text);
    if (!mm_has_started(status, &why, "threads of its own", look))
        return MM_OK;
    status = find_crossover(exam, &all, &patient->now, &found, err);
    mm_rival_end(&all.process);
    if (status == MM_OK)
        judge_small(exam, patient, &found, *all.why ? all.why : patient->now.why, look);
    return status;
}

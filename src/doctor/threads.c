/* Threads: as many as may run, and no more. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/rival_environment.h"
#include "bench/trial.h"
#include "doctor/exam.h"
#include "measure/threads.h"

enum { SURE_ROUNDS = 15, LARGE_N = 1024 };
enum {
    CROWDED_N = 192
}; /* threads that wait for each other, and for a CPU, cost most where there is little to do */
static const double LARGE_GFLOPS = 40; /* from here on N = 1024 takes but some 50 ms */

int mm_usable_cpus(const mm_exam *exam)
{
    const mm_fact *quota = &exam->environment.cgroup_quota;
    int allowed = mm_threads_all();
    double cpus = *quota->value && strcmp(quota->value, "none") != 0 ? atof(quota->value) : allowed;
    return cpus >= allowed ? allowed : cpus < 1 ? 1 : (int)cpus;
}

const char *mm_thread_variable(const mm_blas *blas)
{
    static const struct {
        const char *provider, *variable;
    } known[] = {
        {"openblas", "OPENBLAS_NUM_THREADS"}, {"blis", "BLIS_NUM_THREADS"}, {"mkl", "MKL_NUM_THREADS"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].provider, blas->provider) == 0 && strcmp(blas->threading, "openmp") != 0)
            return known[i].variable;
    return "OMP_NUM_THREADS";
}

static mm_race large_race(const mm_patient *patient)
{
    bool large = patient->library->gflops > LARGE_GFLOPS;
    return (mm_race){.dtype = MM_F32, .n = large ? LARGE_N : patient->library->n, .rounds = SURE_ROUNDS};
}

bool mm_has_started(mm_status status, const mm_error *why, const char *what, mm_look *look)
{
    if (status != MM_OK)
        mm_look_is(look, MM_PROBE_UNKNOWN, "with %s it %s", what, why->text);
    return status == MM_OK;
}

/* The patient with the threads that it takes by itself, beside it with settings: how much do they gain? */
static mm_status race_settings(mm_exam *exam, const mm_patient *patient, const char *const *before,
                               const char *const *after, const mm_race *race, mm_gain *gain, int *threads,
                               mm_look *look, mm_error *err)
{
    mm_contender now = {0}, then = {0};
    mm_contender *racers[] = {&now, &then};
    mm_timed timed[2] = {0};
    mm_error why = {0};
    const char *path = patient->library->path;
    *gain = (mm_gain){0};
    mm_status status = mm_candidate_start(exam, patient->subject, path, before, MM_ANY_THREADS, &now, &why);
    if (mm_has_started(status, &why, "threads of its own", look)) {
        *threads = now.process.hello.blas.threads;
        status = mm_candidate_start(exam, patient->subject, path, after, MM_ANY_THREADS, &then, &why);
        if (mm_has_started(status, &why, after[0], look))
            status = mm_candidates_time(exam, racers, 2, race, timed, &why);
    }
    *gain = mm_gain_of(&timed[0], &timed[1]);
    if (status == MM_OK && gain->ratio == 0)
        mm_look_is(look, MM_PROBE_UNKNOWN, "it could not be timed with threads of its own: %.200s",
                   *now.why ? now.why : then.why);
    mm_rival_end(&now.process);
    mm_rival_end(&then.process);
    return mm_is_fatal(status) ? mm_fail(err, status, why.id, "%s", why.text) : MM_OK;
}

static void finish(mm_finding *f, const mm_gain *gain, const mm_race *race, const char *setting)
{
    mm_gain_tell(gain, race, "all its threads", f->consequence, sizeof f->consequence);
    f->gain = *gain;
    f->is_verified = mm_finding_set(f, setting);
    snprintf(f->verification, sizeof f->verification,
             "in child processes: products exact under both settings, then timed in turns, %d rounds",
             race->rounds);
}

/* What in the environment says so: "OMP_NUM_THREADS=1", or that nothing does. */
static void tell_cause(const mm_subject *subject, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "the environment has");
    bool any = false;
    for (int i = 0; mm_thread_variables[i]; i++) {
        const char *value = mm_environment_value(subject->environment, mm_thread_variables[i]);
        if (!value || used >= size)
            continue;
        used += (size_t)snprintf(text + used, size - used, " %s=%.20s", mm_thread_variables[i], value);
        any = true;
    }
    if (!any)
        snprintf(text, size, "nothing in the environment sets it");
}

/* How many it works with, by the CPU time of its calls; what it says may be otherwise. */
static mm_status count_threads(mm_exam *exam, mm_patient *patient, double *working, int *said, mm_error *why)
{
    const mm_rivals_options options = {
        .dtype = MM_F32, .patience_s = exam->options->patience_s, .interrupted = exam->options->interrupted};
    mm_contender own;
    mm_busy busy = {0};
    mm_status status =
        mm_candidate_start(exam, patient->subject, patient->library->path, NULL, MM_ANY_THREADS, &own, why);
    if (status == MM_OK)
        status = mm_trial_largest(&exam->room, &own, &options, why);
    for (int i = 0; i < 3 && status == MM_OK; i++) { /* the most seen: others may have had the CPUs */
        status = mm_trial_busy(&own, options.patience_s, &busy, why);
        *working = fmax(*working, fmax(busy.threads, busy.cpus));
    }
    *said = own.process.hello.blas.threads;
    mm_rival_end(&own.process);
    return status;
}

static mm_status change_threads(mm_exam *exam, mm_patient *patient, int threads, int usable, mm_look *look,
                                mm_error *err)
{
    char setting[64], cause[200];
    const char *const after[] = {setting, NULL};
    mm_race race = large_race(patient);
    mm_gain gain;
    int said = 0;
    snprintf(setting, sizeof setting, "%s=%d", mm_thread_variable(&patient->library->blas), usable);
    mm_status status = race_settings(exam, patient, NULL, after, &race, &gain, &said, look, err);
    if (status == MM_OK && threads > usable && gain.ratio > 0 && !mm_is_clear(&gain)) {
        race.n = CROWDED_N;
        status = race_settings(exam, patient, NULL, after, &race, &gain, &said, look, err);
    }
    if (status != MM_OK || gain.ratio == 0)
        return status;
    if (!mm_is_clear(&gain)) {
        mm_look_is(look, mm_is_unsure(&gain) ? MM_PROBE_UNKNOWN : MM_PROBE_WELL,
                   "%d thread%s where %d may run; with %s %.3g times as fast (%.3g to %.3g)", threads,
                   threads == 1 ? "" : "s", usable, setting, gain.ratio, gain.ci95[0], gain.ci95[1]);
        return MM_OK;
    }
    mm_finding *f = mm_finding_add(exam, look);
    snprintf(f->title, sizeof f->title,
             threads < usable ? "%d thread%s, where %d CPUs may be used"
                              : "%d thread%s, where only %d CPU%s may be used",
             threads, threads == 1 ? "" : "s", usable, usable == 1 ? "" : "s");
    tell_cause(patient->subject, cause, sizeof cause);
    snprintf(f->evidence, sizeof f->evidence, "%s; CPUs allowed: %s; cgroup quota: %s", cause,
             exam->environment.affinity.value,
             *exam->environment.cgroup_quota.value ? exam->environment.cgroup_quota.value : "unknown");
    finish(f, &gain, &race, setting);
    mm_look_is(look, MM_PROBE_FINDING, "%s", f->title);
    return MM_OK;
}

mm_status mm_patient_threads(mm_exam *exam, mm_patient *patient, int *threads, mm_look *look, mm_error *err)
{
    double working = 0;
    int said = 0;
    mm_error why = {0};
    if (patient->threads == 0) {
        mm_status status = count_threads(exam, patient, &working, &said, &why);
        if (mm_is_fatal(status))
            return mm_fail(err, status, why.id, "%s", why.text);
        if (mm_has_started(status, &why, "threads of its own", look)) {
            patient->threads = said > 0 ? said : working > 1.5 ? (int)lround(working) : 1;
            patient->working = working;
            patient->library->blas.threads = patient->threads;
        }
    }
    *threads = patient->threads;
    return MM_OK;
}

mm_status mm_probe_threads(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    int threads, usable = mm_usable_cpus(exam);
    mm_status status = mm_patient_threads(exam, patient, &threads, look, err);
    if (status != MM_OK || threads == 0)
        return status;
    if (threads > 1 && usable > 1 && patient->working <= MM_WORKING_BORDER)
        mm_look_is(look, MM_PROBE_UNKNOWN, "it says that it has %d threads, but only %.2f worked", threads,
                   patient->working);
    else if (threads == usable)
        mm_look_is(look, MM_PROBE_WELL, "%d thread%s, as many as CPUs may be used", threads,
                   threads == 1 ? "" : "s");
    else if (threads < usable && strcmp(patient->library->blas.threading, "single") == 0)
        mm_look_is(look, MM_PROBE_WELL, "the library makes no threads");
    else
        return change_threads(exam, patient, threads, usable, look, err);
    return MM_OK;
}

/* --- Affinity that an OpenMP run-time library takes from the environment: it ties the first thread to one
 * CPU, and an OpenBLAS that then counts the CPUs it may use finds one. */

static const char *const affinity_variables[] = {"GOMP_CPU_AFFINITY", "KMP_AFFINITY", "OMP_PROC_BIND",
                                                 "OMP_PLACES"};
enum { AFFINITY_COUNT = sizeof affinity_variables / sizeof *affinity_variables };

static mm_status try_affinity(mm_exam *exam, mm_patient *patient, const char *variable, const char *preload,
                              mm_look *look, mm_error *err)
{
    const char *const before[] = {preload, NULL}, *const after[] = {variable, preload, NULL};
    const mm_race race = large_race(patient);
    mm_gain gain;
    int threads = 0;
    mm_status status = race_settings(exam, patient, *preload ? before : NULL,
                                     *preload ? after : (const char *const[]){variable, NULL}, &race, &gain,
                                     &threads, look, err);
    if (status != MM_OK || gain.ratio == 0)
        return status;
    if (!mm_is_clear(&gain)) {
        mm_look_is(look, mm_is_unsure(&gain) ? MM_PROBE_UNKNOWN : MM_PROBE_WELL,
                   "%s is set; without it %.3g times as fast (%.3g to %.3g)", variable, gain.ratio,
                   gain.ci95[0], gain.ci95[1]);
        return MM_OK;
    }
    mm_finding *f = mm_finding_add(exam, look);
    snprintf(f->title, sizeof f->title, "%s keeps the BLAS to fewer CPUs", variable);
    snprintf(f->evidence, sizeof f->evidence,
             "the environment has %s=%.60s; with it the library counts %d thread%s%s%.250s", variable,
             mm_environment_value(patient->subject->environment, variable), threads, threads == 1 ? "" : "s",
             *preload ? "; OpenMP's run-time library is loaded: " : "",
             *preload ? strchr(preload, '=') + 1 : "");
    finish(f, &gain, &race, variable);
    mm_look_is(look, MM_PROBE_FINDING, "%s", f->title);
    return MM_OK;
}

/* "0-3,8": how many? */
static int count_cpus(const char *list)
{
    int count = 0, first, last, used;
    for (; sscanf(list, "%d%n", &first, &used) == 1; list += *list == ',') {
        list += used;
        last = first;
        if (sscanf(list, "-%d%n", &last, &used) == 1)
            list += used;
        count += last - first + 1;
    }
    return count;
}

static bool is_kept_to_fewer(const mm_exam *exam, const mm_subject *subject)
{
    return *subject->cpus && count_cpus(subject->cpus) < exam->environment.affinity_count;
}

/* By itself, by what started it, or by a variable, which was tried then: what the look says of it. */
static void advise_cpus(mm_exam *exam, const mm_subject *subject, mm_look *look)
{
    mm_finding *f = mm_finding_add(exam, look);
    f->is_advice = true;
    snprintf(f->title, sizeof f->title, "the program was kept to CPU %.60s", subject->cpus);
    snprintf(f->evidence, sizeof f->evidence,
             "as it ended its first thread might run on CPU %s; doctor, which started it, on %.200s",
             subject->cpus, exam->environment.affinity.value);
    snprintf(f->consequence, sizeof f->consequence,
             "a BLAS that is loaded so makes no more threads than that; the rates here are without it");
    snprintf(f->verification, sizeof f->verification, "what keeps it there cannot be seen from here: %.250s",
             look->note);
    mm_look_is(look, MM_PROBE_ADVICE, "%s", f->title);
}

mm_status mm_probe_affinity(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    const mm_subject *subject = patient->subject;
    char preload[600] = "";
    mm_status status = MM_OK;
    if (subject->runtime_count > 0)
        snprintf(preload, sizeof preload, "LD_PRELOAD=%s", subject->runtimes[0]);
    mm_look_is(look, MM_PROBE_WELL, "no variable ties OpenMP's threads to CPUs");
    for (int i = 0; i < AFFINITY_COUNT && status == MM_OK && look->state == MM_PROBE_WELL; i++)
        if (mm_environment_value(subject->environment, affinity_variables[i]))
            status = try_affinity(exam, patient, affinity_variables[i], preload, look, err);
    if (status == MM_OK && look->state == MM_PROBE_WELL && is_kept_to_fewer(exam, subject))
        advise_cpus(exam, subject, look);
    return status;
}

/* --- Two kinds of threads in one process. */

mm_status mm_probe_runtimes(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    const mm_subject *subject = patient->subject;
    const mm_served *library = patient->library;
    const bool is_pthread = strcmp(library->blas.threading, "pthread") == 0;
    int threads;
    if (subject->runtime_count == 0 || (!is_pthread && subject->runtime_count == 1)) {
        mm_look_is(look, MM_PROBE_WELL,
                   subject->runtime_count == 0 ? "no OpenMP run-time library is loaded"
                                               : "one kind of threads");
        return MM_OK;
    }
    mm_status status = mm_patient_threads(exam, patient, &threads, look, err);
    if (status != MM_OK || threads == 0)
        return status;
    if (threads == 1) {
        mm_look_is(look, MM_PROBE_WELL, "the BLAS makes but one thread");
        return MM_OK;
    }
    mm_finding *f = mm_finding_add(exam, look);
    f->is_advice = true;
    snprintf(f->title, sizeof f->title,
             is_pthread ? "OpenMP and the BLAS's own threads are mixed in one process"
                        : "two OpenMP run-time libraries are in one process");
    snprintf(f->evidence, sizeof f->evidence, "%.220s and %.220s are loaded", subject->runtimes[0],
             is_pthread ? library->path : subject->runtimes[1]);
    snprintf(f->consequence, sizeof f->consequence,
             "nothing while BLAS is called from one thread; from a parallel region of %d threads, %d threads "
             "for %d CPUs",
             threads, threads * threads, mm_usable_cpus(exam));
    snprintf(f->fix, sizeof f->fix, "export %s=1   # for a program that calls BLAS from parallel regions",
             mm_thread_variable(&library->blas));
    snprintf(f->verification, sizeof f->verification,
             "whether the program has such regions cannot be seen from here");
    mm_look_is(look, MM_PROBE_ADVICE, "%s", f->title);
    return MM_OK;
}

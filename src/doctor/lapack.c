/* Is LAPACK from the same library as BLAS? OpenBLAS and ATLAS bring faster factorisations than the
 * reference's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/rival_environment.h"
#include "core/cleanup.h"
#include "doctor/exam.h"

enum { ROUNDS = 15, LU_N = 512 };

/* The LAPACK that lies beside the BLAS; false where none does. */
static bool find_own(const char *blas, char own[PATH_MAX])
{
    char folder[PATH_MAX], name[PATH_MAX];
    mm_folder_of(blas, folder);
    snprintf(name, sizeof name, "%.4000s/liblapack.so.3", folder);
    return realpath(name, own) && mm_is_same_folder(blas, own);
}

static mm_status time_once(mm_exam *exam, mm_contender *c, mm_timed *timed, mm_error *err)
{
    const mm_request request = {.kind = MM_REQUEST_FACTORISE,
                                .product = {MM_F64, {LU_N, LU_N, LU_N}, 'N', 'N'}};
    mm_answer answer = {0};
    mm_status status = mm_rival_ask(&c->process, &request, exam->options->patience_s, &answer, err);
    if (status == MM_OK)
        timed->samples_s[timed->count++] = answer.cpu_seconds; /* of one thread */
    return status;
}

/* Factorisations by both, in turns; each is verified where it is made. The second is what the loader gives
 * under the setting: so it is the fix that is raced. */
static mm_status race(mm_exam *exam, const mm_patient *patient, const char *setting, mm_gain *gain,
                      mm_error *err)
{
    const char *const settings[] = {setting, NULL};
    mm_contender racers[2] = {{.threads = 1}, {.threads = 1}};
    mm_timed timed[2] = {0};
    mm_status status =
        mm_candidate_start(exam, patient->subject, patient->subject->lapack, NULL, 1, &racers[0], err);
    if (status == MM_OK)
        status = mm_candidate_start(exam, patient->subject, "liblapack.so.3", settings, 1, &racers[1], err);
    for (int i = 0; i < 2 * (ROUNDS + 1) && status == MM_OK; i++) {
        status = time_once(exam, &racers[i % 2], &timed[i % 2], err);
        if (i < 2)
            timed[i].count = 0; /* the first is to warm up */
    }
    for (int i = 0; i < 2; i++) {
        mm_rival_end(&racers[i].process);
        for (int s = 0; s < timed[i].count; s++)
            timed[i].gflops += 2.0 / 3 * LU_N * LU_N * LU_N * 1e-9 / timed[i].samples_s[s] / timed[i].count;
    }
    *gain = mm_gain_of(&timed[0], &timed[1]);
    return status;
}

static void report(mm_exam *exam, const mm_patient *patient, const char *own, const char *setting,
                   const mm_gain *gain, mm_look *look)
{
    mm_finding *f = mm_finding_add(exam, look);
    snprintf(f->title, sizeof f->title, "%s serves as BLAS, and its LAPACK is not selected",
             patient->library->blas.provider);
    snprintf(f->evidence, sizeof f->evidence, "LAPACK is %.220s; beside the BLAS lies %.220s",
             patient->subject->lapack, own);
    snprintf(f->consequence, sizeof f->consequence,
             "an LU factorisation is %.3g times as fast (%.3g to %.3g) with it: %.3g GFLOPS now, %.3g after; "
             "N=%d, f64, one thread",
             gain->ratio, gain->ci95[0], gain->ci95[1], gain->now_gflops, gain->after_gflops, LU_N);
    if (mm_finding_alternative(f, "liblapack.so.3", own))
        mm_finding_fix(f, "# or, for one shell:");
    f->gain = *gain;
    f->is_verified = mm_finding_set(f, setting);
    snprintf(f->verification, sizeof f->verification,
             "in child processes, by what the loader gives under that setting: P A = L U, and %d "
             "factorisations by each, in turns",
             ROUNDS);
    mm_look_is(look, MM_PROBE_FINDING, "%s", f->title);
}

mm_status mm_probe_lapack(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    const char *now = patient->subject->lapack;
    char own[PATH_MAX];
    mm_gain gain = {0};
    mm_error why = {0};
    if (!*now) {
        mm_look_is(look, MM_PROBE_WELL, "no LAPACK is loaded");
        return MM_OK;
    }
    if (!find_own(patient->library->path, own) || strcmp(own, now) == 0) {
        mm_look_is(look, MM_PROBE_WELL, "%.280s", now);
        return MM_OK;
    }
    char *MM_FREED setting = mm_environment_library_path(
        own, mm_environment_value(patient->subject->environment, "LD_LIBRARY_PATH"));
    mm_status status = setting ? race(exam, patient, setting, &gain, &why) : mm_fail_memory(&why, PATH_MAX);
    if (mm_is_fatal(status))
        return mm_fail(err, status, why.id, "%s", why.text);
    if (status != MM_OK)
        mm_look_is(look, MM_PROBE_UNKNOWN, "its LAPACK could not be raced: %.250s", why.text);
    else if (mm_is_clear(&gain))
        report(exam, patient, own, setting, &gain, look);
    else
        mm_look_is(look, mm_is_unsure(&gain) ? MM_PROBE_UNKNOWN : MM_PROBE_WELL,
                   "the BLAS's own LAPACK is not selected; it is %.3g times as fast (%.3g to %.3g)",
                   gain.ratio, gain.ci95[0], gain.ci95[1]);
    return MM_OK;
}

/* Numbers that are slow: denormal ones, and those that never reach BLAS. */
#include <stdio.h>

#include "doctor/exam.h"

enum { ROUNDS = 9, SIZE_N = 256 };

mm_status mm_probe_denormals(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    mm_race race = {.dtype = patient->now.process.hello.has_dtype[MM_F32] ? MM_F32 : MM_F64,
                    .n = SIZE_N,
                    .rounds = ROUNDS};
    mm_contender *alone[] = {&patient->now};
    mm_timed usual = {0}, denormal = {0};
    mm_status status = mm_candidates_time(exam, alone, 1, &race, &usual, err);
    race.is_denormal = true;
    if (status == MM_OK && usual.count > 0)
        status = mm_candidates_time(exam, alone, 1, &race, &denormal, err);
    if (status != MM_OK)
        return status;
    if (denormal.count == 0) {
        mm_look_is(look, MM_PROBE_UNKNOWN, "denormal numbers: %s",
                   usual.count == 0 ? usual.reason : denormal.reason);
        return MM_OK;
    }
    mm_gain gain = mm_gain_of(&denormal, &usual);
    if (!mm_is_clear(&gain)) {
        mm_look_is(look, mm_is_unsure(&gain) ? MM_PROBE_UNKNOWN : MM_PROBE_WELL,
                   "usual numbers are %.3g times as fast as denormal ones (%.3g to %.3g)", gain.ratio,
                   gain.ci95[0], gain.ci95[1]);
        return MM_OK;
    }
    mm_finding *f = mm_finding_add(exam, look);
    f->is_advice = true;
    snprintf(f->title, sizeof f->title, "denormal numbers are slow");
    snprintf(f->evidence, sizeof f->evidence,
             "the same product with A of numbers below the smallest normal one, and without");
    snprintf(f->consequence, sizeof f->consequence,
             "could be %.3g times as fast without (%.3g to %.3g): %.3g GFLOPS with, %.3g without; N=%d, %s, "
             "one thread",
             gain.ratio, gain.ci95[0], gain.ci95[1], gain.now_gflops, gain.after_gflops, race.n,
             mm_dtype_name(race.dtype));
    snprintf(f->fix, sizeof f->fix,
             "A(abs (A) < realmin (class (A))) = 0;   # in Octave, where data fade out");
    f->gain = gain;
    f->is_verified = true;
    snprintf(f->verification, sizeof f->verification, "in a child process, %d samples of each", ROUNDS);
    mm_look_is(look, MM_PROBE_ADVICE, "%s", f->consequence);
    return MM_OK;
}

mm_status mm_probe_data(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    (void)patient;
    (void)err;
    mm_look_is(
        look, MM_PROBE_UNKNOWN,
        "integers and sparse matrices never reach a BLAS, and what it multiplies cannot be seen from what "
        "it has loaded: mmcli trace -- %.60s counts its calls; in Octave, mm_doctor (A, B) looks at A * B",
        exam->options->program[0]);
    return MM_OK;
}

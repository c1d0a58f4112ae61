/* Does the library load, does it answer, are its products right, and are its integers what callers take them
 * for? */
#include <stdio.h>
#include <string.h>

#include "doctor/exam.h"

/* What stands in for a library that is wrong: another of its kernels, or another library. */
static mm_status find_fix(mm_exam *exam, mm_patient *patient, bool try_kernels, mm_finding *f, mm_error *err)
{
    mm_contender best = {0};
    mm_status status = try_kernels ? mm_kernel_search(exam, patient, &best, err) : MM_OK;
    if (status == MM_OK && best.process.pid != 0) {
        f->is_verified = mm_finding_set(f, best.setting);
    } else if (status == MM_OK) {
        status = mm_library_search(exam, patient, &best, err);
        if (status == MM_OK && best.process.pid != 0)
            status = mm_library_selection(exam, patient, &best, f, err);
    }
    bool any = best.process.pid != 0;
    mm_rival_end(&best.process);
    snprintf(f->verification, sizeof f->verification, "%s",
             f->is_verified
                 ? "in a child process: with it, whole-number products are exact (k = 0, k = 65536 and NaN "
                   "in C among them)"
             : any ? "its products are exact in a child process; that the lines select it could not be seen"
                   : "no kernel and no library that computes rightly was found");
    return status;
}

mm_status mm_probe_result(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    if (!*patient->failure) {
        mm_look_is(look, MM_PROBE_WELL,
                   "products of whole numbers are exact, k = 0 and k = 65536 among them");
        return MM_OK;
    }
    mm_finding *f = mm_finding_add(exam, look);
    bool is_wrong = strcmp(patient->failure_id, "wrongResult") == 0;
    f->is_broken = true;
    snprintf(f->title, sizeof f->title, "%s",
             is_wrong ? "the library computes wrong products" : "the library cannot be used");
    snprintf(f->evidence, sizeof f->evidence, "%.250s: %s", patient->library->path, patient->failure);
    snprintf(f->consequence, sizeof f->consequence,
             is_wrong ? "no result that this library had a hand in can be trusted; nothing of it was timed"
                      : "a program that calls it fails in the same way; nothing of it was timed");
    mm_look_is(look, MM_PROBE_FINDING, "%s", patient->failure);
    return find_fix(exam, patient, *patient->library->blas.kernel != '\0', f, err);
}

/* A program that runs may well be built for 64 bits; what the loader gives to all must not be. */
static bool is_programs_own(const mm_exam *exam, const mm_patient *patient)
{
    return patient->subject != &exam->out->subjects[0] || exam->options->program;
}

static mm_status advise_width(const mm_patient *patient, mm_finding *f, mm_look *look)
{
    f->is_advice = true;
    snprintf(f->title, sizeof f->title, "its BLAS has 64-bit integers (ILP64) under plain names");
    snprintf(f->evidence, sizeof f->evidence, "isamax_ of %.300s reads 64 bits of its count",
             patient->library->path);
    snprintf(f->consequence, sizeof f->consequence,
             "right for a program built for it, as MATLAB is; wrong results or a crash in one built for 32");
    snprintf(f->verification, sizeof f->verification,
             "which of the two the program is built for cannot be seen from what it has loaded");
    mm_look_is(look, MM_PROBE_ADVICE, "64-bit integers under plain names");
    return MM_OK;
}

mm_status mm_probe_width(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    if (patient->integer_bits == 0) {
        mm_look_is(look, MM_PROBE_UNKNOWN, "the library could not be asked: it %s", patient->failure);
        return MM_OK;
    }
    if (!patient->plain_names || patient->integer_bits == 32) {
        mm_look_is(look, MM_PROBE_WELL, "%d-bit integers under %s names", patient->integer_bits,
                   patient->plain_names ? "the plain" : "names of their own:");
        return MM_OK;
    }
    mm_finding *f = mm_finding_add(exam, look);
    if (is_programs_own(exam, patient))
        return advise_width(patient, f, look);
    snprintf(f->title, sizeof f->title,
             "a BLAS with 64-bit integers (ILP64) under the names of one with 32 (LP64)");
    snprintf(f->evidence, sizeof f->evidence,
             "isamax_ of %.300s reads 64 bits of its count, and it exports sgemm_ without a suffix",
             patient->library->path);
    snprintf(f->consequence, sizeof f->consequence,
             "a program built for LP64, as Octave and NumPy are on Debian, passes it sizes with 32 bits of "
             "garbage: "
             "wrong results or a crash");
    f->is_broken = true;
    mm_look_is(look, MM_PROBE_FINDING, "64-bit integers under plain names");
    return find_fix(exam, patient, false, f, err);
}

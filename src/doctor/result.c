/* Does the library load, does it answer, are its products right, and are its integers what callers take them
 * for? */
#include <stdio.h>
#include <string.h>

#include "doctor/exam.h"

mm_status mm_probe_result(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    (void)err;
    if (!*patient->failure) {
        mm_look_is(look, MM_PROBE_WELL,
                   "products of whole numbers are exact, k = 0 and k = 65536 among them");
        return MM_OK;
    }
    mm_finding *f = mm_finding_add(exam, look);
    bool is_wrong = strcmp(patient->failure_id, "wrongResult") == 0;
    snprintf(f->title, sizeof f->title, "%s",
             is_wrong ? "the library computes wrong products" : "the library cannot be used");
    snprintf(f->evidence, sizeof f->evidence, "%.250s: %s", patient->library->path, patient->failure);
    snprintf(f->consequence, sizeof f->consequence,
             is_wrong ? "no result that this library had a hand in can be trusted; it was not timed"
                      : "a program that calls it fails in the same way; nothing of it was timed");
    snprintf(f->fix, sizeof f->fix,
             "select another BLAS: sudo update-alternatives --config "
             "libblas.so.3-x86_64-linux-gnu");
    snprintf(f->verification, sizeof f->verification, "which to select is for you to choose");
    mm_look_is(look, MM_PROBE_FINDING, "%s", patient->failure);
    return MM_OK;
}

mm_status mm_probe_width(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    (void)err;
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
    snprintf(f->title, sizeof f->title,
             "a BLAS with 64-bit integers (ILP64) under the names of one with 32 (LP64)");
    snprintf(f->evidence, sizeof f->evidence,
             "isamax_ of %.300s reads 64 bits of its count, and it exports sgemm_ without a suffix",
             patient->library->path);
    snprintf(f->consequence, sizeof f->consequence,
             "a program built for LP64, as Octave and NumPy are on Debian, passes it sizes with 32 bits of "
             "garbage: "
             "wrong results or a crash");
    snprintf(f->fix, sizeof f->fix,
             "select an LP64 library: sudo update-alternatives --config "
             "libblas.so.3-x86_64-linux-gnu");
    snprintf(f->verification, sizeof f->verification, "which to select is for you to choose");
    mm_look_is(look, MM_PROBE_FINDING, "64-bit integers under plain names");
    return MM_OK;
}

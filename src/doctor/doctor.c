/* The examination: the machine's roof, then every probe on every library of every subject. */
#include "doctor/doctor.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/rival_environment.h"
#include "doctor/exam.h"
#include "measure/clock.h"

static const double PEAK_S = 0.15;

static const struct {
    const char *id, *looks_at;
    mm_probe *run;
} probes[] = {
    {"result", "does the library load, answer, and compute right products?", mm_probe_result},
    {"integer-width", "are its integers as wide as its names promise?", mm_probe_width},
    {"kernel", "is there a faster kernel in the same library?", mm_probe_kernel},
    {"library", "is there a faster library on this machine?", mm_probe_library},
};
enum { PROBE_COUNT = sizeof probes / sizeof *probes };

const char *mm_doctor_probe(int i, const char **looks_at)
{
    if (i < 0 || i >= PROBE_COUNT)
        return NULL;
    if (looks_at)
        *looks_at = probes[i].looks_at;
    return probes[i].id;
}

static mm_status measure_peak(mm_exam *exam, mm_error *err)
{
    mm_peak peak;
    mm_status status = mm_peak_measure(mm_isa_best(), MM_F32, 1, PEAK_S, &peak, err);
    if (status == MM_OK && peak.gflops > exam->out->peak.gflops)
        exam->out->peak = peak;
    return status;
}

/* --- One library. */

static mm_status measure_present(mm_exam *exam, mm_patient *patient, mm_error *err)
{
    mm_race race;
    mm_timed timed = {0};
    mm_served *library = patient->library;
    mm_status status = mm_candidate_measure(exam, &patient->now, &race, &timed, err);
    library->n = race.n;
    library->gflops = timed.gflops;
    library->share = timed.best_gflops / exam->out->peak.gflops;
    if (status == MM_OK && timed.count == 0) {
        snprintf(patient->failure, sizeof patient->failure, "%s", timed.reason);
        snprintf(patient->failure_id, sizeof patient->failure_id, "failed");
    }
    return status;
}

static mm_status begin_patient(mm_exam *exam, mm_patient *patient, mm_error *err)
{
    mm_error why = {0};
    mm_served *library = patient->library;
    mm_status status =
        mm_candidate_start(exam, patient->subject, library->path, NULL, 1, &patient->now, &why);
    if (mm_is_fatal(status))
        return mm_fail(err, status, why.id, "%s", why.text);
    const mm_answer *hello = &patient->now.process.hello;
    library->blas = hello->blas;
    patient->integer_bits = hello->blas.integer_bits;
    patient->plain_names = hello->plain_names;
    if (status != MM_OK) {
        snprintf(patient->failure, sizeof patient->failure, "%.250s", why.text);
        snprintf(patient->failure_id, sizeof patient->failure_id, "%.31s", why.id);
        return MM_OK;
    }
    library->is_examined = true;
    return measure_present(exam, patient, err);
}

static mm_look *add_look(mm_diagnosis *out, const char *id, const char *subject)
{
    static mm_look nobody_sees;
    mm_look *look = out->look_count < MM_LOOKS_MAX ? &out->looks[out->look_count++] : &nobody_sees;
    *look = (mm_look){.id = id};
    snprintf(look->subject, sizeof look->subject, "%s", subject);
    return look;
}

static mm_status run_probe(mm_exam *exam, mm_patient *patient, int i, mm_error *err)
{
    char line[160];
    mm_look *look = add_look(exam->out, probes[i].id, patient->subject->name);
    if (mm_clock_s() > exam->deadline_s) {
        mm_look_is(look, MM_PROBE_UNKNOWN, "the %.3g s that doctor may take were used up",
                   exam->options->budget_s);
        return MM_OK;
    }
    snprintf(line, sizeof line, "%s: %s", patient->subject->name, probes[i].looks_at);
    if (exam->options->progress)
        exam->options->progress(line);
    return probes[i].run(exam, patient, look, err);
}

static mm_status examine(mm_exam *exam, mm_subject *subject, mm_served *library, mm_error *err)
{
    mm_patient patient = {.subject = subject, .library = library};
    mm_status status = begin_patient(exam, &patient, err);
    for (int i = 0; i < PROBE_COUNT && status == MM_OK; i++)
        status = run_probe(exam, &patient, i, err);
    mm_rival_end(&patient.now.process);
    return status;
}

/* --- Subjects. */

static mm_status add_default(mm_exam *exam, mm_error *err)
{
    static const char *const unchanged[] = {NULL};
    mm_subject *subject = &exam->out->subjects[exam->out->subject_count++];
    mm_blas blas;
    mm_blas_describe(&blas);
    snprintf(subject->name, sizeof subject->name, "the default library");
    snprintf(subject->libraries[0].path, sizeof subject->libraries[0].path, "%s", blas.path);
    subject->library_count = 1;
    subject->environment = mm_environment_with(environ, unchanged);
    return subject->environment ? MM_OK : mm_fail_memory(err, sizeof *subject->environment);
}

static mm_status examine_all(mm_exam *exam, mm_error *err)
{
    mm_status status = measure_peak(exam, err);
    if (status == MM_OK)
        status = add_default(exam, err);
    for (int s = 0; s < exam->out->subject_count && status == MM_OK; s++)
        for (int l = 0; l < exam->out->subjects[s].library_count && status == MM_OK; l++)
            status = examine(exam, &exam->out->subjects[s], &exam->out->subjects[s].libraries[l], err);
    return status == MM_OK ? measure_peak(exam, err) : status;
}

mm_status mm_doctor_run(const mm_doctor_options *options, mm_diagnosis *diagnosis, mm_error *err)
{
    double start_s = mm_clock_s();
    mm_exam exam = {.options = options,
                    .out = diagnosis,
                    .room = {.memory = memfd_create("gemmlab", MFD_CLOEXEC)},
                    .deadline_s = start_s + options->budget_s};
    *diagnosis = (mm_diagnosis){.program_status = -1};
    if (exam.room.memory < 0)
        return mm_fail(err, MM_UNAVAILABLE, "noMemory", "memory shared with children cannot be had: %s",
                       strerror(errno));
    mm_status status = examine_all(&exam, err);
    mm_rivals_end(&exam.room);
    mm_findings_sort(diagnosis);
    diagnosis->is_interrupted = status == MM_INTERRUPTED;
    diagnosis->seconds = mm_clock_s() - start_s;
    return status;
}

void mm_diagnosis_free(mm_diagnosis *diagnosis)
{
    for (int i = 0; i < diagnosis->subject_count; i++)
        mm_environment_free(diagnosis->subjects[i].environment);
    diagnosis->subject_count = 0;
}

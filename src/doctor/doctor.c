/* The examination: the machine's roof, then every probe on every library of every subject. */
#include "doctor/doctor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/rival_environment.h"
#include "doctor/machine.h"
#include "doctor/subject.h"
#include "measure/clock.h"

static const double PEAK_S = 0.15;

static const struct {
    const char *id, *looks_at;
    mm_probe *run;
    bool of_any_result; /* also where the library may not be timed */
    bool of_program;    /* only where there is one */
} probes[] = {
    {"result", "does the library load, answer, and compute right products?", mm_probe_result, true, false},
    {"integer-width", "are its integers as wide as its names promise?", mm_probe_width, true, false},
    {"kernel", "is there a faster kernel in the same library?", mm_probe_kernel, false, false},
    {"library", "is there a faster library on this machine?", mm_probe_library, false, false},
    {"threads", "as many threads as CPUs may be used?", mm_probe_threads, false, false},
    {"affinity", "does a variable tie its threads to too few CPUs?", mm_probe_affinity, false, false},
    {"small-products", "do threads slow small products?", mm_probe_small, false, false},
    {"runtimes", "one kind of threads in the process?", mm_probe_runtimes, false, false},
    {"lapack", "is LAPACK from the same library?", mm_probe_lapack, false, false},
    {"data", "does the data reach a BLAS?", mm_probe_data, false, true},
    /* last: it may end the child */
    {"denormals", "are denormal numbers slow?", mm_probe_denormals, false, false},
    /* of the machine: machine.c */
    {"governor", "does the governor hold the clock down?", NULL, false, false},
    {"power", "does a battery hold the clock down?", NULL, false, false},
    {"clock", "did the clock fall during the examination?", NULL, false, false},
    {"steal", "did other virtual machines take the CPU?", NULL, false, false},
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

mm_status mm_is_near_peak(mm_exam *exam, double gflops, bool *near, mm_error *err)
{
    const mm_peak *peak = &exam->out->peak;
    mm_status status = MM_OK;
    for (int i = 0; i < 2 && status == MM_OK && gflops * MM_CLEAR_GAIN > peak->gflops; i++)
        status = measure_peak(exam, err);
    *near = gflops * MM_CLEAR_GAIN > peak->gflops && gflops <= MM_ABOVE_PEAK * peak->gflops;
    return status;
}

/* --- One library. */

static void fail(mm_patient *patient, const char *id, const char *why)
{
    snprintf(patient->failure, sizeof patient->failure, "%.250s", why);
    snprintf(patient->failure_id, sizeof patient->failure_id, "%.31s", id);
    snprintf(patient->library->reason, sizeof patient->library->reason, "%.250s", why);
}

static mm_status measure_present(mm_exam *exam, mm_patient *patient, mm_error *err)
{
    mm_race race;
    mm_timed timed = {0};
    mm_served *library = patient->library;
    mm_status status = mm_candidate_measure(exam, &patient->now, &race, &timed, err);
    library->n = race.n;
    library->gflops = timed.best_gflops; /* a maximum, as the peak is */
    library->share = timed.best_gflops / exam->out->peak.gflops;
    if (status == MM_OK && timed.count == 0)
        fail(patient, "failed", timed.reason);
    return status;
}

static mm_status begin_patient(mm_exam *exam, mm_patient *patient, mm_error *err)
{
    mm_error why = {0};
    mm_served *library = patient->library;
    mm_status status =
        mm_candidate_start(exam, patient->subject, library->path, NULL, 1, &patient->now, &why);
    if (status == MM_OK)
        status = mm_candidate_verify(exam, &patient->now, MM_F64, &why);
    if (mm_is_fatal(status))
        return mm_fail(err, status, why.id, "%s", why.text);
    const mm_answer *hello = &patient->now.process.hello;
    library->blas = hello->blas;
    library->blas.threads = 0; /* here it has one, as it was told */
    patient->integer_bits = hello->blas.integer_bits;
    patient->plain_names = hello->plain_names;
    if (status != MM_OK)
        fail(patient, why.id, why.text);
    else
        status = measure_present(exam, patient, err);
    library->is_examined = !*patient->failure;
    return mm_is_fatal(status) ? status : MM_OK;
}

/* "kernel,threads" */
static bool is_listed(const char *list, const char *id)
{
    const size_t length = strlen(id);
    for (const char *item = list; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL)
        if (strncmp(item, id, length) == 0 && (item[length] == ',' || !item[length]))
            return true;
    return false;
}

bool mm_is_wanted(const mm_exam *exam, const char *id)
{
    const mm_doctor_options *options = exam->options;
    return (!options->only || is_listed(options->only, id)) && !is_listed(options->skip, id);
}

static mm_status run_probe(mm_exam *exam, mm_patient *patient, int i, mm_error *err)
{
    char line[160];
    if (!mm_is_wanted(exam, probes[i].id) || (probes[i].of_program && !exam->options->program))
        return MM_OK;
    mm_look *look = mm_look_add(exam->out, probes[i].id, patient->subject->name);
    if (!probes[i].of_any_result && *patient->failure) {
        mm_look_is(look, MM_PROBE_UNKNOWN, "the library may not be timed: %s", patient->failure);
        return MM_OK;
    }
    if (!probes[i].of_any_result && mm_is_late(exam)) {
        mm_look_is(look, MM_PROBE_UNKNOWN, "the %.3g s that doctor may take were used up",
                   exam->options->budget_s);
        return MM_OK;
    }
    snprintf(line, sizeof line, "%s: %s", patient->subject->name, probes[i].looks_at);
    if (exam->options->progress)
        exam->options->progress(line);
    exam->was_late = false;
    mm_status status = probes[i].run(exam, patient, look, err);
    if (exam->was_late && look->state == MM_PROBE_WELL)
        mm_look_is(look, MM_PROBE_UNKNOWN,
                   "the %.3g s that doctor may take were used up before everything was tried",
                   exam->options->budget_s);
    return status;
}

/* It was right at first, and then it crashed, hung or was wrong while it was timed: what was said of its
 * result is taken back. */
static mm_status note_end(mm_exam *exam, mm_patient *patient, mm_look *result, mm_error *err)
{
    fail(patient, "failed", patient->now.why);
    return result ? mm_probe_result(exam, patient, result, err) : MM_OK;
}

static mm_status examine(mm_exam *exam, mm_subject *subject, mm_served *library, mm_error *err)
{
    mm_patient patient = {.subject = subject, .library = library};
    mm_status status = begin_patient(exam, &patient, err);
    mm_look *result = NULL;
    for (int i = 0; i < PROBE_COUNT && status == MM_OK; i++) {
        if (!probes[i].run)
            continue;
        status = run_probe(exam, &patient, i, err);
        if (probes[i].run == mm_probe_result && mm_is_wanted(exam, probes[i].id))
            result = &exam->out->looks[exam->out->look_count - 1];
        if (status == MM_OK && *patient.now.why && !*patient.failure && probes[i].run != mm_probe_denormals)
            status = note_end(exam, &patient, result, err);
    }
    mm_rival_end(&patient.now.process);
    return status;
}

/* --- Subjects. */

static bool is_same_list(char *const *one, char *const *two)
{
    for (; *one && *two; one++, two++)
        if (strcmp(*one, *two) != 0)
            return false;
    return *one == *two; /* both NULL */
}

/* The same file, LAPACK beside it and environment need no second examination. */
static const mm_served *find_known(const mm_diagnosis *d, const mm_subject *subject, const mm_served *library)
{
    for (const mm_subject *other = d->subjects; other != subject; other++)
        for (int l = 0; l < other->library_count; l++)
            if (strcmp(other->libraries[l].path, library->path) == 0 &&
                strcmp(other->lapack, subject->lapack) == 0 &&
                is_same_list(other->environment, subject->environment))
                return &other->libraries[l];
    return NULL;
}

static void note_repeated(mm_served *library)
{
    library->is_repeated = true;
    snprintf(library->reason, sizeof library->reason, "examined above");
}

/* What a front is served by is no library of its own. Returns how many stood before place `at`. */
static int drop_engine(mm_subject *subject, const char *engine, int at)
{
    int kept = 0, before = 0;
    for (int l = 0; l < subject->library_count; l++)
        if (strcmp(subject->libraries[l].path, engine) != 0)
            subject->libraries[kept++] = subject->libraries[l];
        else
            before += l < at;
    subject->library_count = kept;
    return before;
}

static mm_status examine_subject(mm_exam *exam, mm_subject *subject, mm_error *err)
{
    mm_status status = MM_OK;
    for (int l = 0; l < subject->library_count && status == MM_OK; l++) {
        mm_served *library = &subject->libraries[l];
        const mm_served *known = find_known(exam->out, subject, library);
        if (known)
            *library = *known;
        else
            status = examine(exam, subject, library, err);
        if (known)
            note_repeated(library);
        const mm_blas blas = library->blas;
        l -= drop_engine(subject, blas.engine, l);
    }
    return status;
}

static mm_status examine_next(mm_exam *exam, mm_status (*find)(mm_exam *, mm_subject *, mm_error *),
                              mm_error *err)
{
    mm_subject *subject = &exam->out->subjects[exam->out->subject_count++];
    mm_status status = find(exam, subject, err);
    return status == MM_OK ? examine_subject(exam, subject, err) : status;
}

static mm_status examine_all(mm_exam *exam, mm_error *err)
{
    const mm_doctor_options *options = exam->options;
    mm_status status = MM_OK;
    if (options->program) { /* it takes its own time */
        double start_s = mm_clock_s();
        mm_subject *subject = &exam->out->subjects[exam->out->subject_count++];
        status = mm_subject_program(exam, subject, err);
        exam->deadline_s += mm_clock_s() - start_s;
    }
    if (status == MM_OK)
        status = measure_peak(exam, err);
    if (status == MM_OK && options->program)
        status = examine_subject(exam, &exam->out->subjects[0], err);
    if (status == MM_OK && !options->program)
        status = examine_next(exam, mm_subject_default, err);
    if (status == MM_OK && !options->program && options->octave)
        status = examine_next(exam, mm_subject_octave, err);
    return status;
}

static double fastest(const mm_diagnosis *d)
{
    double gflops = 0;
    for (int s = 0; s < d->subject_count; s++)
        for (int l = 0; l < d->subjects[s].library_count; l++)
            gflops = fmax(gflops, d->subjects[s].libraries[l].gflops);
    return gflops;
}

/* The peak is the highest of all that were measured, so that the shares of it wait for the last. One that a
 * library beats was measured while other programs had the CPU. */
static mm_status settle_shares(mm_exam *exam, mm_error *err)
{
    mm_diagnosis *d = exam->out;
    mm_status status = measure_peak(exam, err);
    for (int i = 0; i < 5 && status == MM_OK && fastest(d) > MM_ABOVE_PEAK * d->peak.gflops; i++)
        status = measure_peak(exam, err);
    for (int s = 0; s < d->subject_count; s++)
        for (int l = 0; l < d->subjects[s].library_count; l++) {
            mm_served *library = &d->subjects[s].libraries[l];
            library->share = d->peak.gflops > 0 ? library->gflops / d->peak.gflops : 0;
        }
    return status;
}

/* Nothing to examine is no health. */
static mm_status check_any_library(const mm_diagnosis *d, mm_error *err)
{
    for (int s = 0; s < d->subject_count; s++)
        if (d->subjects[s].library_count > 0)
            return MM_OK;
    return mm_fail(err, MM_UNAVAILABLE, "noSubject", "there is no BLAS to examine: %.80s: %.300s",
                   d->subjects[0].name, d->subjects[0].reason);
}

mm_status mm_doctor_run(const mm_doctor_options *options, mm_diagnosis *diagnosis, mm_error *err)
{
    double start_s = mm_clock_s();
    mm_machine_state machine;
    mm_exam exam = {.options = options, .out = diagnosis, .deadline_s = start_s + options->budget_s};
    *diagnosis = (mm_diagnosis){.program_status = -1};
    mm_status status = mm_rivals_open(&exam.room, err);
    if (status == MM_OK)
        status = mm_blas_find(&exam.found, err);
    if (status != MM_OK) {
        mm_paths_free(&exam.found);
        mm_rivals_end(&exam.room);
        return status;
    }
    mm_machine_begin(&machine);
    exam.environment = machine.manifest.environment;
    status = examine_all(&exam, err);
    if (status == MM_OK)
        status = check_any_library(diagnosis, err);
    mm_status settled = settle_shares(&exam, status == MM_OK ? err : NULL);
    status = status == MM_OK ? settled : status;
    mm_machine_end(&machine);
    mm_machine_look(&exam, &machine);
    mm_rivals_end(&exam.room);
    mm_paths_free(&exam.found);
    mm_findings_sort(diagnosis);
    diagnosis->is_interrupted = status == MM_INTERRUPTED;
    diagnosis->seconds = mm_clock_s() - start_s;
    return status;
}

void mm_diagnosis_free(mm_diagnosis *diagnosis)
{
    for (int i = 0; i < diagnosis->subject_count; i++)
        mm_rival_environment_free(diagnosis->subjects[i].environment);
    diagnosis->subject_count = 0;
}

/* Is there a faster library on this machine? */
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blas/provider.h"
#include "doctor/exam.h"

enum { QUICK_ROUNDS = 6, SURE_ROUNDS = 15 };

void mm_folder_of(const char *path, char folder[PATH_MAX])
{
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    snprintf(folder, PATH_MAX, "%s", dirname(copy));
}

bool mm_is_same_folder(const char *path, const char *other)
{
    char one[PATH_MAX], two[PATH_MAX];
    mm_folder_of(path, one);
    mm_folder_of(other, two);
    return strcmp(one, two) == 0;
}

/* --- The search. */

/* Can it stand in for the patient's? A caller of sgemm_ with 32-bit integers must find just that. */
static bool is_replacement(const mm_patient *patient, const mm_contender *c)
{
    const mm_answer *hello = &c->process.hello;
    return hello->plain_names && hello->blas.integer_bits == 32 && hello->has_dtype[MM_F32] &&
           hello->has_dtype[MM_F64] && strcmp(hello->blas.path, patient->library->path) != 0;
}

/* The library under its best kernel, which it may not select by itself. */
static mm_status improve(mm_exam *exam, const mm_patient *patient, mm_contender *candidate, mm_timed *timed,
                         mm_error *err)
{
    mm_contender faster;
    mm_race race;
    mm_served served = {.blas = candidate->process.hello.blas, .n = 512, .gflops = timed->gflops};
    mm_patient other = {.subject = patient->subject, .library = &served, .now = *candidate};
    snprintf(served.path, sizeof served.path, "%s", candidate->path);
    bool near;
    mm_status status = mm_is_near_peak(exam, timed->gflops, &near, err);
    if (status != MM_OK || near)
        return status;
    status = mm_kernel_search(exam, &other, &faster, err);
    candidate->process = other.now.process; /* it may have ended */
    if (status != MM_OK || faster.process.pid == 0)
        return status;
    mm_rival_end(&candidate->process);
    *candidate = faster;
    return mm_candidate_measure(exam, candidate, &race, timed, err);
}

typedef struct search {
    mm_exam *exam;
    mm_patient *patient;
    mm_paths tried;
    mm_contender best;
    double best_gflops;
    double margin; /* of the best: another must be faster than it by this factor */
} search;

static mm_status try_replacement(search *s, mm_contender *candidate, mm_error *err)
{
    mm_race race;
    mm_timed timed = {0};
    mm_error why = {0};
    mm_status status = mm_candidate_measure(s->exam, candidate, &race, &timed, err);
    if (status == MM_OK && timed.count > 0)
        status = improve(s->exam, s->patient, candidate, &timed, err);
    if (status != MM_OK || timed.count == 0 || timed.gflops <= s->margin * s->best_gflops)
        return status;
    status = mm_candidate_verify(s->exam, candidate, MM_F64, &why);
    if (status != MM_OK)
        return mm_is_fatal(status) ? mm_fail(err, status, why.id, "%s", why.text) : MM_OK;
    mm_rival_end(&s->best.process);
    s->best = *candidate;
    s->best_gflops = timed.gflops;
    s->margin = 1;
    candidate->process.pid = 0; /* it is best's now */
    return MM_OK;
}

static mm_status try_library(search *s, const char *path, mm_error *err)
{
    mm_contender candidate;
    mm_error why = {0};
    if (s->exam->options->progress)
        s->exam->options->progress(path);
    mm_status status = mm_candidate_start(s->exam, s->patient->subject, path, NULL, 1, &candidate, &why);
    if (mm_is_fatal(status))
        return mm_fail(err, status, why.id, "%s", why.text);
    if (status != MM_OK)
        return MM_OK;
    if (is_replacement(s->patient, &candidate))
        status = try_replacement(s, &candidate, err);
    mm_rival_end(&candidate.process);
    return status;
}

/* What would be selected of a folder is its libblas.so.3, where it has one: an engine beside it may be
 * another build. */
static void find_front(const char *path, char front[PATH_MAX])
{
    char folder[PATH_MAX], name[PATH_MAX];
    mm_folder_of(path, folder);
    snprintf(name, sizeof name, "%.4000s/libblas.so.3", folder);
    if (!realpath(name, front) || !mm_is_same_folder(front, path))
        snprintf(front, PATH_MAX, "%s", path);
}

/* Is a file worth a try? The reference is faster than none, and right where the patient is wrong; oneDNN has
 * other names, and a wheel's belongs to it. */
static bool is_worth_trying(const mm_patient *patient, const char *path, mm_origin origin)
{
    const mm_provider_kind *kind = mm_provider_of_file(path);
    bool is_slow = patient->now.process.pid != 0 && kind && strcmp(kind->name, "netlib") == 0,
         is_other = kind && strcmp(kind->name, "onednn") == 0;
    bool is_present =
        strcmp(path, patient->library->path) == 0 || strcmp(path, patient->library->blas.engine) == 0;
    return !is_slow && !is_other && !is_present && origin != MM_ORIGIN_WHEEL;
}

static mm_status consider(search *s, const char *path, mm_origin origin, mm_error *err)
{
    char front[PATH_MAX];
    find_front(path, front);
    if (!is_worth_trying(s->patient, path, origin) || !is_worth_trying(s->patient, front, origin))
        return MM_OK;
    int before = s->tried.count;
    mm_status status = mm_paths_add(&s->tried, front, origin, err);
    return status != MM_OK || s->tried.count == before ? status : try_library(s, front, err);
}

/* Taking a setting away mends more simply than adding one: what lies underneath comes first, and gives way to
 * what is clearly faster only. */
static mm_status consider_underneath(search *s, mm_error *err)
{
    char path[PATH_MAX];
    mm_status status = mm_library_underneath(s->exam, s->patient, path, err);
    if (status == MM_OK && *path)
        status = consider(s, path, MM_ORIGIN_LOADER, err);
    s->margin = MM_CLEAR_GAIN;
    return status;
}

mm_status mm_library_search(mm_exam *exam, mm_patient *patient, mm_contender *best, mm_error *err)
{
    const mm_paths *found = &exam->found;
    search s = {.exam = exam, .patient = patient};
    bool near = false; /* nothing can be clearly faster than the best */
    mm_status status = consider_underneath(&s, err);
    for (int i = 0; i < found->count && status == MM_OK && !near && !mm_is_late(exam); i++) {
        status = consider(&s, found->paths[i], found->origins[i], err);
        if (status == MM_OK && s.best.process.pid != 0)
            status = mm_is_near_peak(exam, s.best_gflops, &near, err);
    }
    mm_paths_free(&s.tried);
    *best = s.best;
    return status;
}

/* --- The probe. */

static const char *title_of(const mm_blas *blas)
{
    const mm_provider_kind *kind = mm_provider_named(blas->provider);
    return kind ? kind->title : "an unknown BLAS";
}

/* Nothing better is here, but the reference library is slow wherever it runs. */
static void report_reference(mm_exam *exam, const mm_patient *patient, mm_look *look)
{
    const mm_served *library = patient->library;
    const mm_provider_kind *better = mm_provider_named("openblas");
    mm_finding *f = mm_finding_add(exam, look);
    snprintf(f->title, sizeof f->title, "the reference BLAS serves: it is tuned for no CPU");
    snprintf(f->evidence, sizeof f->evidence,
             "%.300s is the reference library, and none that is faster was found", library->path);
    snprintf(f->consequence, sizeof f->consequence,
             "%.3g GFLOPS of a peak of %.3g (%.0f %%) at N=%d, f32, one thread", library->gflops,
             exam->out->peak.gflops, 100 * library->share, library->n);
    snprintf(f->fix, sizeof f->fix, "sudo %s", better->get);
    snprintf(f->verification, sizeof f->verification, "it is not installed, so that it could not be tried");
    mm_look_is(look, MM_PROBE_FINDING, "%s", f->title);
}

static mm_status report_better(mm_exam *exam, const mm_patient *patient, const mm_contender *best,
                               const mm_gain *gain, const mm_race *race, mm_look *look, mm_error *err)
{
    const mm_blas *now = &patient->library->blas, *other = &best->process.hello.blas;
    mm_finding *f = mm_finding_add(exam, look);
    mm_owner owner;
    bool is_reference = strcmp(now->provider, "netlib") == 0;
    if (is_reference)
        snprintf(f->title, sizeof f->title, "the reference BLAS serves, and %s is installed",
                 title_of(other));
    else
        snprintf(f->title, sizeof f->title, "%s is installed, faster, and not selected", title_of(other));
    mm_owner_find(*other->engine ? other->engine : other->path, &owner);
    snprintf(f->evidence, sizeof f->evidence, "%.160s serves; %.160s (%s%.60s) is faster%s%.40s%.40s",
             patient->library->path, other->path, *owner.package ? "package " : "of no package",
             owner.package, *best->setting ? " with " : "", best->setting,
             mm_is_same_folder(patient->subject->lapack, other->path)
                 ? ", and serves already, but only as LAPACK"
                 : "");
    mm_gain_tell(gain, race, "one thread", f->consequence, sizeof f->consequence);
    f->gain = *gain;
    mm_status status = mm_library_selection(exam, patient, best, f, err);
    snprintf(f->verification, sizeof f->verification, "%s",
             f->is_verified
                 ? "in a child process: the loader gives it under that setting; whole-number products exact, "
                   "then faster in rounds beside the present state"
                 : "it was faster in a child process; that the setting selects it could not be seen");
    mm_look_is(look, MM_PROBE_FINDING, "%s", f->title);
    return status;
}

static mm_status compare(mm_exam *exam, mm_patient *patient, mm_contender *best, mm_look *look, mm_error *err)
{
    const mm_race race = {.dtype = MM_F32, .n = patient->library->n, .rounds = SURE_ROUNDS};
    mm_contender *racers[] = {&patient->now, best};
    mm_timed timed[2] = {0};
    mm_status status = mm_candidates_time(exam, racers, 2, &race, timed, err);
    if (status != MM_OK)
        return status;
    const mm_gain gain = mm_gain_of(&timed[0], &timed[1]);
    double already = patient->kernel_gain > 1 ? patient->kernel_gain : 1;
    if (gain.ci95[0] > MM_CLEAR_GAIN * already)
        return report_better(exam, patient, best, &gain, &race, look, err);
    if (gain.ratio == 0) {
        mm_look_is(look, MM_PROBE_UNKNOWN, "%s seemed faster, and could not be timed again: %.150s",
                   title_of(&best->process.hello.blas), *best->why ? best->why : patient->now.why);
        return MM_OK;
    }
    mm_look_is(look, mm_is_unsure(&gain) && already <= 1 ? MM_PROBE_UNKNOWN : MM_PROBE_WELL,
               "the fastest other library, %s, is %.3g times as fast%s", title_of(&best->process.hello.blas),
               gain.ratio, already > 1 ? ", which a better kernel of this one is, too" : "");
    return MM_OK;
}

mm_status mm_probe_library(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    mm_contender best = {0};
    const mm_served *library = patient->library;
    bool near;
    mm_status status = mm_is_near_peak(exam, library->gflops, &near, err);
    if (status != MM_OK)
        return status;
    if (near) {
        mm_look_is(look, MM_PROBE_WELL, "at %.0f %% of the measured peak no library can be clearly faster",
                   100 * library->gflops / exam->out->peak.gflops);
        return MM_OK;
    }
    status = mm_library_search(exam, patient, &best, err);
    if (status == MM_OK && best.process.pid != 0)
        status = compare(exam, patient, &best, look, err);
    else if (status == MM_OK)
        mm_look_is(look, MM_PROBE_WELL, "no other library was found");
    if (status == MM_OK && look->state == MM_PROBE_WELL && !exam->was_late &&
        strcmp(library->blas.provider, "netlib") == 0)
        report_reference(exam, patient, look);
    mm_rival_end(&best.process);
    return status;
}

/* Is there a faster kernel in the same library? Names may alias and selections may be ignored, so that only
 * measured rates count; a forced kernel may crash, hang or be wrong, so that each runs in a child of its own.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "bench/rival_environment.h"
#include "blas/kernel_isa.h"
#include "doctor/exam.h"

enum { QUICK_ROUNDS = 7, SURE_ROUNDS = 15, TRIED_MAX = 24 };

typedef struct search {
    mm_exam *exam;
    mm_patient *patient;
    const char *variable;
    mm_race race;
    mm_contender best; /* its process runs where there is one */
    double best_gflops;
    mm_gain best_gain; /* against the present state; zeros where that may not be timed */
    char seen[TRIED_MAX][64];
    int seen_count;
    int asked_for;   /* families, of which the library may not have all */
    char tried[300]; /* "Cooperlake 269, Zen 92, Excavator crashed (signal 4...)" */
} search;

static void note_tried(search *s, const char *family, const char *what)
{
    size_t used = strlen(s->tried);
    if (used < sizeof s->tried)
        snprintf(s->tried + used, sizeof s->tried - used, "%s%s %.90s", used > 0 ? ", " : "", family, what);
}

/* A name that the library does not know gives another family's kernel, which has its own turn, or one that
 * was there before. */
static bool is_new(search *s, const char *family, const char *kernel)
{
    mm_isa isa;
    bool is_another = strcasecmp(family, kernel) != 0;
    if (is_another && mm_kernel_isa(s->patient->library->blas.provider, kernel, &isa))
        return false;
    for (int i = 0; i < s->seen_count; i++)
        if (strcasecmp(s->seen[i], kernel) == 0)
            return false;
    if (s->seen_count < TRIED_MAX)
        snprintf(s->seen[s->seen_count++], sizeof *s->seen, "%s", kernel);
    return true;
}

/* Times it beside the present state, and keeps it where it is the fastest so far. */
static mm_status race_family(search *s, const char *family, mm_contender *candidate, mm_error *err)
{
    char rate[32];
    mm_error why = {0};
    mm_timed timed[2] = {0};
    mm_contender *racers[] = {candidate, &s->patient->now};
    int count = s->patient->now.process.pid != 0 ? 2 : 1;
    mm_status status = mm_candidates_time(s->exam, racers, count, &s->race, timed, err);
    if (status != MM_OK)
        return status;
    if (timed[0].count == 0) {
        note_tried(s, family, timed[0].reason);
        return MM_OK;
    }
    snprintf(rate, sizeof rate, "%.3g", timed[0].gflops);
    note_tried(s, family, rate);
    if (timed[0].gflops <= s->best_gflops)
        return MM_OK;
    status = mm_candidate_verify(s->exam, candidate, MM_F64, &why);
    if (status != MM_OK) {
        note_tried(s, family, why.text);
        return mm_is_fatal(status) ? mm_fail(err, status, why.id, "%s", why.text) : MM_OK;
    }
    mm_rival_end(&s->best.process);
    s->best = *candidate;
    s->best_gflops = timed[0].gflops;
    s->best_gain = mm_gain_of(&timed[1], &timed[0]);
    candidate->process.pid = 0; /* it is best's now */
    return MM_OK;
}

static mm_status try_family(search *s, const char *family, mm_error *err)
{
    mm_contender candidate;
    mm_error why = {0};
    char setting[96];
    const char *const settings[] = {setting, NULL};
    s->asked_for++;
    snprintf(setting, sizeof setting, "%s=%s", s->variable, family);
    if (s->exam->options->progress)
        s->exam->options->progress(setting);
    mm_status status = mm_candidate_start(s->exam, s->patient->subject, s->patient->library->path, settings,
                                          1, &candidate, &why);
    if (mm_is_fatal(status))
        return mm_fail(err, status, why.id, "%s", why.text);
    snprintf(candidate.setting, sizeof candidate.setting, "%s", setting);
    if (status != MM_OK)
        note_tried(s, family, why.text);
    else if (is_new(s, family, candidate.kernel))
        status = race_family(s, family, &candidate, err);
    mm_rival_end(&candidate.process);
    return mm_is_fatal(status) ? status : MM_OK;
}

static bool has_won(const search *s)
{
    return s->patient->now.process.pid != 0 ? s->best_gain.ratio > MM_CLEAR_GAIN : s->best_gflops > 0;
}

/* From the widest instruction set down, the newest family of each first; a narrower one only where no wider
 * won. */
static mm_status try_families(search *s, mm_error *err)
{
    const char *provider = s->patient->library->blas.provider;
    mm_isa best = mm_isa_best(), least = best < MM_ISA_AVX2 ? best : MM_ISA_AVX2, isa;
    mm_status status = MM_OK;
    int count = 0;
    while (mm_kernel_family(provider, count))
        count++;
    for (int level = (int)best; level >= (int)least && status == MM_OK && !has_won(s); level--)
        for (int i = count - 1; i >= 0 && status == MM_OK; i--) {
            const char *family = mm_kernel_family(provider, i);
            if (mm_kernel_isa(provider, family, &isa) && (int)isa == level &&
                strcasecmp(family, s->patient->now.kernel) != 0 && !mm_is_late(s->exam))
                status = try_family(s, family, err);
        }
    return status;
}

/* The winner once more, for longer, and in double: what is faster in one type must not be slower in the
 * other. */
static mm_status make_sure(search *s, mm_gain gains[2], mm_error *err)
{
    mm_contender *racers[] = {&s->patient->now, &s->best};
    mm_status status = MM_OK;
    gains[MM_F32] = gains[MM_F64] = (mm_gain){0};
    for (int dtype = MM_F32; dtype <= MM_F64 && status == MM_OK; dtype++) {
        const mm_race race = {
            .dtype = (mm_dtype)dtype, .n = s->race.n, .rounds = dtype == MM_F32 ? SURE_ROUNDS : QUICK_ROUNDS};
        mm_timed timed[2] = {0};
        if (!s->best.process.hello.has_dtype[dtype] || !s->patient->now.process.hello.has_dtype[dtype] ||
            s->best.process.pid == 0 || s->patient->now.process.pid == 0)
            continue;
        status = mm_candidates_time(s->exam, racers, 2, &race, timed, err);
        gains[dtype] = mm_gain_of(&timed[0], &timed[1]);
    }
    return status;
}

static void describe_present(const search *s, char *text, size_t size)
{
    const mm_blas *blas = &s->patient->library->blas;
    const char *set = mm_environment_value(s->patient->subject->environment, s->variable);
    snprintf(text, size, "%s %s says that it runs its %s kernels%s%s%s%.60s", blas->provider, blas->version,
             blas->kernel, set ? "; the environment has " : "; nothing in the environment selects them",
             set ? s->variable : "", set ? "=" : "", set ? set : "");
}

static void report(search *s, const mm_gain gains[2], mm_look *look)
{
    const mm_blas *blas = &s->patient->library->blas;
    mm_finding *f = mm_finding_add(s->exam, look);
    mm_isa isa;
    size_t used;
    char present[240];
    bool old = mm_kernel_isa(blas->provider, blas->kernel, &isa) && isa < mm_isa_best();
    if (old)
        snprintf(f->title, sizeof f->title, "%s runs its %s kernels (%s); this CPU has %s", blas->provider,
                 blas->kernel, mm_isa_name(isa), mm_isa_name(mm_isa_best()));
    else
        snprintf(f->title, sizeof f->title, "%s runs its %s kernels, and others are faster here",
                 blas->provider, blas->kernel);
    describe_present(s, present, sizeof present);
    snprintf(f->evidence, sizeof f->evidence, "%s; tried (GFLOPS): %.250s", present, s->tried);
    mm_gain_tell(&gains[MM_F32], &s->race, "one thread", f->consequence, sizeof f->consequence);
    used = strlen(f->consequence);
    if (gains[MM_F64].ratio > 0)
        snprintf(f->consequence + used, sizeof f->consequence - used, "; f64 %.3g times",
                 gains[MM_F64].ratio);
    f->gain = gains[MM_F32];
    f->is_verified = mm_finding_set(f, s->best.setting);
    snprintf(
        f->verification, sizeof f->verification,
        "in a child process: whole-number products exact (k = 0, k = 65536 and NaN in C among them), then "
        "faster in %d rounds beside the present state",
        SURE_ROUNDS);
    mm_look_is(look, MM_PROBE_FINDING, "%s", f->title);
}

static mm_status decide(search *s, mm_look *look, mm_error *err)
{
    mm_gain gains[2];
    const mm_served *library = s->patient->library;
    if (!has_won(s) && !*s->tried) {
        mm_look_is(look, s->asked_for > 0 ? MM_PROBE_WELL : MM_PROBE_UNKNOWN, "%s is %s",
                   *library->blas.kernel ? library->blas.kernel : "what runs",
                   s->asked_for > 0 ? "its only kernel for this CPU's instruction set"
                                    : "at work, and no other kernel for this CPU is known by name");
        return MM_OK;
    }
    if (!has_won(s)) {
        mm_look_is(look, MM_PROBE_WELL, "no kernel tried is clearly faster than %s at %.3g GFLOPS%s%s",
                   library->blas.kernel, library->gflops, *s->tried ? ": " : "", s->tried);
        return MM_OK;
    }
    mm_status status = make_sure(s, gains, err);
    if (status != MM_OK)
        return status;
    bool slower_in_double = gains[MM_F64].ratio > 0 && gains[MM_F64].ratio < 1 / MM_CLEAR_GAIN;
    if (mm_is_clear(&gains[MM_F32]) && !slower_in_double) {
        report(s, gains, look);
        s->patient->kernel_gain = gains[MM_F32].ratio;
    } else if (gains[MM_F32].ratio == 0)
        mm_look_is(look, MM_PROBE_UNKNOWN, "%s seemed faster, and could not be timed again: %.150s",
                   s->best.setting, *s->best.why ? s->best.why : s->patient->now.why);
    else
        mm_look_is(look, mm_is_unsure(&gains[MM_F32]) ? MM_PROBE_UNKNOWN : MM_PROBE_WELL,
                   "%s against %s, timed again: %.3g times as fast (%.3g to %.3g), which is not clear",
                   s->best.setting, library->blas.kernel, gains[MM_F32].ratio, gains[MM_F32].ci95[0],
                   gains[MM_F32].ci95[1]);
    return MM_OK;
}

static search begin_search(mm_exam *exam, mm_patient *patient)
{
    const mm_blas *blas = &patient->library->blas;
    search s = {.exam = exam,
                .patient = patient,
                .variable = mm_kernel_variable(blas->provider),
                .race = {.dtype = MM_F32,
                         .n = patient->library->n > 0 ? patient->library->n : 256,
                         .rounds = QUICK_ROUNDS}};
    is_new(&s, blas->kernel, blas->kernel);
    return s;
}

mm_status mm_kernel_search(mm_exam *exam, mm_patient *patient, mm_contender *best, mm_error *err)
{
    search s = begin_search(exam, patient);
    mm_status status = s.variable ? try_families(&s, err) : MM_OK;
    bool is_sure = patient->now.process.pid == 0 || mm_is_clear(&s.best_gain);
    if (status != MM_OK || !has_won(&s) || !is_sure)
        mm_rival_end(&s.best.process);
    *best = s.best;
    return status;
}

mm_status mm_probe_kernel(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err)
{
    const mm_served *library = patient->library;
    search s = begin_search(exam, patient);
    if (!s.variable) {
        mm_look_is(look, MM_PROBE_UNKNOWN, "no variable is known that selects a kernel of this library (%s)",
                   library->blas.provider);
        return MM_OK;
    }
    bool near;
    mm_status status = mm_is_near_peak(exam, library->gflops, &near, err);
    if (status != MM_OK)
        return status;
    if (near) {
        mm_look_is(look, MM_PROBE_WELL,
                   "%s reaches %.0f %% of the measured peak: no kernel can be clearly faster",
                   library->blas.kernel, 100 * library->gflops / exam->out->peak.gflops);
        return MM_OK;
    }
    status = try_families(&s, err);
    if (status == MM_OK)
        status = decide(&s, look, err);
    mm_rival_end(&s.best.process);
    return status;
}

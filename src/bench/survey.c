#include "bench/survey.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/trial.h"
#include "measure/environment.h"

typedef struct survey {
    const mm_survey_options *options;
    mm_rivals_options rivals_options;
    mm_rivals rivals; /* its shared memory only */
    mm_providers *providers;
    int cpus; /* that this process may use */
} survey;

/* With the kernel that the user would get; threads 0: with as many threads, too. */
static mm_status start(survey *s, const char *path, int threads, mm_contender *c, mm_error *err)
{
    *c = (mm_contender){.keeps_kernel = true, .threads = threads};
    snprintf(c->path, sizeof c->path, "%s", path);
    return mm_contender_start(&s->rivals, c, &s->rivals_options, err);
}

/* --- Threads. */

enum { BUSY_TRIES = 5 };

/* Threads that were just made, or just worked, spin for some 30 ms (OpenBLAS) to 200 ms (OpenMP) before they
 * sleep. */
static void let_settle(void)
{
    const struct timespec pause = {.tv_nsec = 60000000};
    nanosleep(&pause, NULL);
}

static mm_status count_working(const survey *s, mm_contender *c, bool alone, mm_busy *busy, mm_error *err)
{
    mm_status status = MM_OK;
    *busy = (mm_busy){.threads = alone ? INFINITY : 0};
    for (int i = 0; i < BUSY_TRIES && status == MM_OK && (busy->threads > MM_WORKING_BORDER) == alone; i++) {
        mm_busy now;
        let_settle();
        status = mm_trial_busy(c, s->options->patience_s, &now, err);
        if (status == MM_OK && (alone ? now.threads < busy->threads : now.threads > busy->threads))
            *busy = now;
    }
    return status;
}

/* With the library's own call for it; *by_call is false where it has none. */
static mm_status ask_by_call(const survey *s, mm_contender *c, int threads, bool *by_call, mm_error *err)
{
    const mm_request request = {.kind = MM_REQUEST_THREADS, .threads = threads};
    mm_answer answer = {0};
    mm_status status = mm_rival_ask(&c->process, &request, s->options->patience_s, &answer, err);
    *by_call = answer.has_set_threads;
    return status;
}

/* One before many, in a new process: threads that worked spin for a while before they sleep. */
static mm_status work_by_call(survey *s, const char *path, mm_thread_trial *trial, mm_busy *many,
                              mm_busy *one, mm_error *err)
{
    mm_contender c;
    mm_status status = start(s, path, 0, &c, err);
    if (status == MM_OK)
        status = ask_by_call(s, &c, 1, &trial->by_call, err);
    if (status == MM_OK && trial->by_call)
        status = mm_trial_largest(&s->rivals, &c, &s->rivals_options, err);
    if (status == MM_OK && trial->by_call)
        status = count_working(s, &c, true, one, err);
    if (status == MM_OK && trial->by_call)
        status = ask_by_call(s, &c, s->cpus, &trial->by_call, err);
    if (status == MM_OK && trial->by_call)
        status = count_working(s, &c, false, many, err);
    mm_rival_end(&c.process);
    return status;
}

/* In a process each, whose environment says how many. */
static mm_status work_by_environment(survey *s, const char *path, int threads, mm_busy *busy, mm_error *err)
{
    mm_contender c;
    mm_status status = start(s, path, threads, &c, err);
    if (status == MM_OK)
        status = mm_trial_largest(&s->rivals, &c, &s->rivals_options, err);
    if (status == MM_OK)
        status = count_working(s, &c, threads == 1, busy, err);
    mm_rival_end(&c.process);
    return status;
}

static mm_status try_threads(survey *s, mm_provider *p, mm_error *err)
{
    mm_thread_trial *trial = &p->threads;
    mm_busy many = {0}, one = {0};
    if (s->cpus < 2 || strcmp(p->blas.threading, "single") == 0) {
        snprintf(trial->reason, sizeof trial->reason,
                 s->cpus < 2 ? "this process may use one CPU only" : "the library has one thread only");
        return MM_OK;
    }
    mm_status status = work_by_call(s, p->path, trial, &many, &one, err);
    if (status == MM_OK && !trial->by_call)
        status = work_by_environment(s, p->path, 1, &one, err);
    if (status == MM_OK && !trial->by_call)
        status = work_by_environment(s, p->path, s->cpus, &many, err);
    trial->busy_cpus = many.cpus;
    trial->working = many.threads;
    trial->alone = one.threads;
    trial->took_effect = many.threads > MM_WORKING_BORDER && one.threads <= MM_WORKING_BORDER;
    trial->asked = status == MM_OK ? s->cpus : 0;
    return status;
}

/* --- Several files, one library. */

static const char *engine_of(const mm_blas *blas)
{
    return *blas->engine ? blas->engine : blas->path;
}

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

/* Fronts to the same file; or copies beside each other, where a wheel has files in place of links. */
static bool is_same_library(const mm_blas *a, const mm_blas *b)
{
    size_t folder = folder_length(a->path);
    if (strcmp(engine_of(a), engine_of(b)) == 0)
        return true;
    return *a->version && strcmp(a->provider, b->provider) == 0 && strcmp(a->version, b->version) == 0 &&
           strcmp(a->kernel, b->kernel) == 0 && strcmp(a->threading, b->threading) == 0 &&
           a->integer_bits == b->integer_bits && folder == folder_length(b->path) &&
           strncmp(a->path, b->path, folder) == 0;
}

static void add_also(mm_provider *p, const char *path)
{
    if (p->also_count < MM_PROVIDER_ALSO_MAX && !mm_provider_has_file(p, path))
        snprintf(p->also[p->also_count++], sizeof p->also[0], "%s", path);
}

static mm_provider *find_same(const mm_providers *providers, const mm_blas *blas)
{
    for (int i = 0; i < providers->count; i++)
        if (*providers->items[i].blas.path && is_same_library(&providers->items[i].blas, blas))
            return &providers->items[i];
    return NULL;
}

/* --- One library. */

/* Asks a file what it is. Failures of a library are its row's; only what stops the survey is returned. */
static mm_status describe(survey *s, const char *path, mm_origin origin, mm_provider *p, mm_error *err)
{
    mm_contender c;
    mm_error why = {0};
    *p = (mm_provider){.origin = origin};
    snprintf(p->path, sizeof p->path, "%s", path);
    if (s->options->progress)
        s->options->progress(path);
    mm_status status = start(s, p->path, 0, &c, &why);
    if (status == MM_INTERRUPTED || status == MM_IO)
        return mm_fail(err, status, why.id, "%s", why.text);
    p->is_usable = status == MM_OK;
    snprintf(p->reason, sizeof p->reason, "%.255s", why.text);
    snprintf(p->threads.reason, sizeof p->threads.reason, p->is_usable ? "" : "the library cannot be used");
    if (p->is_usable) {
        p->blas = c.process.hello.blas;
        memcpy(p->has_dtype, c.process.hello.has_dtype, sizeof p->has_dtype);
    }
    mm_rival_end(&c.process);
    return MM_OK;
}

/* Adds it, or another file to the one that it belongs to. */
static mm_status add(survey *s, const mm_provider *p, mm_error *err)
{
    mm_provider *same = p->is_usable ? find_same(s->providers, &p->blas) : NULL;
    if (same) {
        add_also(same, p->path);
        return MM_OK;
    }
    mm_provider *added = mm_providers_add(s->providers, p);
    if (!added)
        return mm_fail_memory(err, sizeof *p);
    mm_owner_find(added->path, &added->owner);
    return MM_OK;
}

/* The file with the kernels stands for its fronts, if it serves gemm by itself; ATLAS's does not. */
static mm_status add_file(survey *s, const char *path, mm_origin origin, mm_error *err)
{
    mm_provider p, engine;
    for (int i = 0; i < s->providers->count; i++)
        if (mm_provider_has_file(&s->providers->items[i], path))
            return MM_OK;
    mm_status status = describe(s, path, origin, &p, err);
    if (status == MM_OK && *p.blas.engine && !find_same(s->providers, &p.blas)) {
        status = describe(s, p.blas.engine, origin, &engine, err);
        if (status == MM_OK && engine.is_usable)
            status = add(s, &engine, err);
    }
    return status == MM_OK ? add(s, &p, err) : status;
}

static mm_status try_provider(survey *s, mm_provider *p, mm_error *err)
{
    mm_contender c;
    mm_error why = {0};
    char line[600];
    snprintf(line, sizeof line, "trying %s", p->path);
    if (s->options->progress)
        s->options->progress(line);
    s->rivals_options.dtype = p->has_dtype[MM_F32] ? MM_F32 : MM_F64;
    mm_status status = start(s, p->path, 0, &c, &why);
    if (status == MM_OK)
        status = mm_trial(&s->rivals, &c, &s->rivals_options, &why);
    mm_rival_end(&c.process);
    if (status == MM_OK)
        status = try_threads(s, p, &why);
    if (status == MM_INTERRUPTED || status == MM_IO)
        return mm_fail(err, status, why.id, "%s", why.text);
    p->is_usable = status == MM_OK;
    snprintf(p->reason, sizeof p->reason, "%.255s", why.text);
    return MM_OK;
}

/* --- All of them. */

static mm_status open_survey(survey *s, const mm_survey_options *options, mm_providers *providers,
                             mm_error *err)
{
    mm_environment environment;
    mm_environment_read(&environment);
    *s = (survey){.options = options,
                  .rivals_options = {.program = options->program,
                                     .patience_s = options->patience_s,
                                     .interrupted = options->interrupted},
                  .providers = providers,
                  .cpus = environment.affinity_count};
    return mm_rivals_open(&s->rivals, err);
}

static int rank(const mm_provider *p)
{
    return p->is_default ? 0 : p->is_usable ? 1 : 2;
}

/* By rank; within one, the order found stays. */
static void sort(mm_providers *providers)
{
    for (int i = 1; i < providers->count; i++)
        for (int j = i; j > 0 && rank(&providers->items[j]) < rank(&providers->items[j - 1]); j--) {
            mm_provider moved = providers->items[j];
            providers->items[j] = providers->items[j - 1];
            providers->items[j - 1] = moved;
        }
}

static mm_status survey_paths(survey *s, const mm_paths *found, mm_error *err)
{
    mm_providers *providers = s->providers;
    mm_status status = MM_OK;
    for (int i = 0; i < found->count && status == MM_OK; i++)
        status = add_file(s, found->paths[i], found->origins[i], err);
    for (int i = 0; i < providers->count && status == MM_OK; i++) {
        mm_provider *p = &providers->items[i];
        p->is_default = *providers->loader_gives && mm_provider_has_file(p, providers->loader_gives);
        if (p->is_usable && !s->options->describe_only)
            status = try_provider(s, p, err);
    }
    sort(providers);
    return status;
}

mm_status mm_survey(const mm_survey_options *options, mm_providers *providers, mm_error *err)
{
    survey s;
    mm_paths found = {0};
    *providers = (mm_providers){0};
    mm_blas_path(providers->loader_gives);
    mm_alternatives_read("", "libblas.so.3", &providers->blas);
    mm_alternatives_read("", "liblapack.so.3", &providers->lapack);
    mm_status status = open_survey(&s, options, providers, err);
    if (status == MM_OK)
        status = mm_blas_find(&found, err);
    if (status == MM_OK)
        status = survey_paths(&s, &found, err);
    mm_paths_free(&found);
    mm_rivals_end(&s.rivals);
    return status;
}

mm_status mm_survey_file(const mm_survey_options *options, const char *path, mm_provider *provider,
                         mm_error *err)
{
    survey s;
    mm_providers one = {0};
    mm_status status = open_survey(&s, options, &one, err);
    if (status == MM_OK)
        status = describe(&s, path, MM_ORIGIN_NAMED, provider, err);
    if (status == MM_OK)
        mm_owner_find(path, &provider->owner);
    if (status == MM_OK && provider->is_usable && !options->describe_only)
        status = try_provider(&s, provider, err);
    mm_rivals_end(&s.rivals);
    return status;
}

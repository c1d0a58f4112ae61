#include "bench/rivals.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/rival_environment.h"
#include "bench/trial.h"
#include "blas/find.h"
#include "blas/kernel_isa.h"

/* --- The shared memory. */

static mm_status map_shared(mm_rivals *rivals, size_t bytes, mm_error *err)
{
    if (bytes <= rivals->shared_bytes)
        return MM_OK;
    if (rivals->shared)
        munmap(rivals->shared, rivals->shared_bytes);
    rivals->shared = NULL;
    rivals->shared_bytes = 0;
    void *base = MAP_FAILED;
    if (ftruncate(rivals->memory, (off_t)bytes) == 0)
        base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, rivals->memory, 0);
    if (base == MAP_FAILED)
        return mm_fail_memory(err, (double)bytes);
    rivals->shared = base;
    rivals->shared_bytes = bytes;
    return MM_OK;
}

static void store(const mm_matrix *from, char trans, mm_matrix *to)
{
    for (int64_t j = 0; j < from->cols; j++)
        for (int64_t i = 0; i < from->rows; i++)
            mm_matrix_set(to, trans == 'N' ? i : j, trans == 'N' ? j : i, mm_matrix_get(from, i, j));
}

mm_status mm_rivals_lay(mm_rivals *rivals, const mm_product_case *product, const mm_matrix *A,
                        const mm_matrix *B, mm_exchange *shared, mm_error *err)
{
    mm_status status = map_shared(rivals, mm_exchange_lay(product, NULL, shared), err);
    if (status != MM_OK)
        return status;
    mm_exchange_lay(product, rivals->shared, shared);
    store(A, product->trans_a, &shared->A);
    store(B, product->trans_b, &shared->B);
    return MM_OK;
}

/* --- Who is in, who is out. */

void mm_contender_name(const mm_contender *c, char name[MM_CONTENDER_NAME_SIZE])
{
    const char *base = strrchr(c->path, '/');
    const char *who = c->ours ? "packed" : *c->provider ? c->provider : base ? base + 1 : c->path;
    snprintf(name, MM_CONTENDER_NAME_SIZE, "%.100s%s%.60s%s", who, *c->kernel ? " " : "", c->kernel,
             c->threads > 1 ? " on more threads" : "");
}

static mm_status note(mm_rivals *rivals, const char *line, mm_error *err)
{
    struct mm_left_out *more = realloc(rivals->left_out, (size_t)(rivals->left_out_count + 1) * sizeof *more);
    if (!more)
        return mm_fail_memory(err, (double)(rivals->left_out_count + 1) * sizeof *more);
    rivals->left_out = more;
    snprintf(more[rivals->left_out_count++].line, sizeof more->line, "%s", line);
    return MM_OK;
}

mm_status mm_rivals_leave_out(mm_rivals *rivals, mm_contender *c, const char *why, mm_error *err)
{
    char name[MM_CONTENDER_NAME_SIZE], line[400];
    mm_contender_name(c, name);
    snprintf(line, sizeof line, "%.100s%s%.60s: %.230s", name, *c->setting ? " with " : "", c->setting, why);
    mm_rival_end(&c->process);
    return note(rivals, line, err);
}

mm_contender *mm_rivals_add(mm_rivals *rivals, const mm_contender *contender, mm_error *err)
{
    mm_contender *more = realloc(rivals->contenders, (size_t)(rivals->count + 1) * sizeof *more);
    if (!more) {
        mm_fail_memory(err, (double)(rivals->count + 1) * sizeof *more);
        return NULL;
    }
    rivals->contenders = more;
    more[rivals->count] = *contender;
    return &more[rivals->count++];
}

/* The same version with the same kernel is not a second rival. */
static bool is_known(const mm_rivals *rivals, const mm_contender *c)
{
    for (int i = 0; i < rivals->count; i++) {
        const mm_contender *other = &rivals->contenders[i];
        if (!other->ours && other->threads == c->threads && strcmp(other->provider, c->provider) == 0 &&
            strcasecmp(other->kernel, c->kernel) == 0)
            return true;
    }
    return false;
}

/* --- Starting one. */

mm_status mm_contender_start(mm_rivals *rivals, mm_contender *c, const mm_rivals_options *options,
                             mm_error *err)
{
    char threads[16];
    char *argv[8] = {options->program ? (char *)options->program : "/proc/self/exe", "worker"};
    int count = 2;
    if (c->threads > 0) {
        argv[count++] = "--threads";
        argv[count++] = threads;
    }
    if (c->pinned)
        argv[count++] = "--pinned";
    if (!c->ours) {
        argv[count++] = "--library";
        argv[count++] = c->path;
    }
    snprintf(threads, sizeof threads, "%d", c->threads);
    const mm_rival_settings settings = {c->path, c->setting, c->threads, c->keeps_kernel};
    char **environment = mm_rival_environment(&settings);
    if (!environment)
        return mm_fail_memory(err, sizeof *environment);
    c->process.interrupted = options->interrupted;
    mm_status status =
        mm_rival_start(&c->process, argv, environment, rivals->memory, options->patience_s, err);
    mm_rival_environment_free(environment);
    if (status != MM_OK || c->ours)
        return status;
    const mm_blas *blas = &c->process.hello.blas;
    const char *name = strrchr(c->path, '/');
    if (strcmp(blas->provider, "unknown") == 0)
        snprintf(c->provider, sizeof c->provider, "%.31s", name ? name + 1 : c->path);
    else
        snprintf(c->provider, sizeof c->provider, "%.16s%s%.14s", blas->provider, *blas->version ? " " : "",
                 blas->version);
    snprintf(c->kernel, sizeof c->kernel, "%s", blas->kernel);
    return MM_OK;
}

static bool is_wanted(const mm_rivals_options *options, const mm_contender *c)
{
    char list[256], provider[64];
    if (!options->only)
        return true;
    snprintf(list, sizeof list, ",%.250s,", options->only);
    snprintf(provider, sizeof provider, ",%.60s,", c->process.hello.blas.provider);
    return strstr(list, provider) != NULL;
}

/* A kernel for a wider instruction set than MM_ISA allows us is no fair rival. */
static bool is_too_wide(const mm_contender *c)
{
    mm_isa isa;
    return mm_kernel_isa(c->process.hello.blas.provider, c->kernel, &isa) && isa > mm_isa_best();
}

mm_status mm_contender_try(mm_rivals *rivals, mm_contender *c, const mm_rivals_options *options,
                           mm_error *err)
{
    if (!c->process.hello.has_dtype[options->dtype])
        return mm_fail(err, MM_UNAVAILABLE, "noRoutine", "has no %s",
                       options->dtype == MM_F32 ? "sgemm" : "dgemm");
    mm_status status = mm_trial(rivals, c, options, err);
    return status == MM_OK ? mm_trial_end(c, options->patience_s, err) : status;
}

/* Failures of a rival are notes; only what stops the contest is returned. */
static mm_status enter(mm_rivals *rivals, mm_contender *c, const mm_rivals_options *options, mm_error *err)
{
    mm_error why = {0};
    mm_status status = mm_contender_start(rivals, c, options, &why);
    bool in = status == MM_OK && is_wanted(options, c) && !is_known(rivals, c) && !is_too_wide(c);
    if (status == MM_OK && !in) {
        mm_rival_end(&c->process);
        return MM_OK;
    }
    if (in)
        status = mm_contender_try(rivals, c, options, &why);
    if (status == MM_OK)
        return mm_rivals_add(rivals, c, err) ? MM_OK : MM_IO;
    if (status == MM_INTERRUPTED || status == MM_IO)
        return mm_fail(err, status, why.id, "%s", why.text);
    return mm_rivals_leave_out(rivals, c, why.text, err);
}

/* A library under its own choice, then under each family of its kernels that is worth a try: what an older
 * CPU runs is slower, and comes in only where the library chooses it by itself. */
static mm_status enter_library(mm_rivals *rivals, const char *path, const mm_rivals_options *options,
                               mm_error *err)
{
    mm_contender own = {.threads = 1, .pinned = true};
    snprintf(own.path, sizeof own.path, "%s", path);
    mm_status status = enter(rivals, &own, options, err);
    const char *provider = own.process.hello.blas.provider, *variable = mm_kernel_variable(provider);
    mm_isa least = mm_isa_best() < MM_ISA_AVX2 ? mm_isa_best() : MM_ISA_AVX2, isa;
    const char *family;
    for (int i = 0; variable && status == MM_OK && (family = mm_kernel_family(provider, i)) != NULL; i++) {
        mm_contender forced = {.threads = 1, .pinned = true};
        if (!mm_kernel_isa(provider, family, &isa) || isa < least || isa > mm_isa_best() ||
            !is_wanted(options, &own))
            continue;
        snprintf(forced.path, sizeof forced.path, "%s", path);
        snprintf(forced.setting, sizeof forced.setting, "%s=%s", variable, family);
        status = enter(rivals, &forced, options, err);
    }
    return status;
}

static mm_status enter_ours(mm_rivals *rivals, int threads, const mm_rivals_options *options, mm_error *err)
{
    mm_contender ours = {.ours = true, .threads = threads, .pinned = true};
    mm_status status = mm_contender_start(rivals, &ours, options, err);
    if (status == MM_OK)
        status = mm_contender_try(rivals, &ours, options, err);
    if (status == MM_OK && !mm_rivals_add(rivals, &ours, err))
        status = MM_IO;
    if (status != MM_OK)
        mm_rival_end(&ours.process);
    return status;
}

static mm_status enter_found(mm_rivals *rivals, const mm_paths *found, const mm_rivals_options *options,
                             mm_error *err)
{
    char line[640];
    mm_status status = enter_ours(rivals, 1, options, err);
    for (int i = 0; i < found->count && status == MM_OK; i++) {
        snprintf(line, sizeof line, "trying %s", found->paths[i]);
        if (options->progress)
            options->progress(line);
        status = enter_library(rivals, found->paths[i], options, err);
    }
    return status;
}

/* Those that got in with one thread, once more with others. */
static mm_status enter_again(mm_rivals *rivals, int threads, const mm_rivals_options *options, mm_error *err)
{
    mm_status status = enter_ours(rivals, threads, options, err);
    for (int i = 0; i < rivals->count && status == MM_OK; i++) {
        const mm_contender *known = &rivals->contenders[i];
        if (known->ours || known->threads != 1)
            continue;
        mm_contender again = {.threads = threads, .pinned = true};
        memcpy(again.path, known->path, sizeof again.path);
        memcpy(again.setting, known->setting, sizeof again.setting);
        status = enter(rivals, &again, options, err);
    }
    return status;
}

mm_status mm_rivals_open(mm_rivals *rivals, mm_error *err)
{
    *rivals = (mm_rivals){.memory = memfd_create("gemmlab", MFD_CLOEXEC)};
    if (rivals->memory >= 0)
        return MM_OK;
    return mm_fail(err, MM_UNAVAILABLE, "noMemory", "memory shared with workers cannot be had: %s",
                   strerror(errno));
}

mm_status mm_rivals_start(const mm_rivals_options *options, mm_rivals *rivals, mm_error *err)
{
    mm_paths found = {0};
    mm_status status = mm_rivals_open(rivals, err);
    if (status == MM_OK)
        status = mm_blas_find(&found, err);
    if (status == MM_OK)
        status = enter_found(rivals, &found, options, err);
    for (int threads = 2; threads <= options->threads_max && status == MM_OK; threads++)
        status = enter_again(rivals, threads, options, err);
    mm_paths_free(&found);
    return status;
}

void mm_rivals_end(mm_rivals *rivals)
{
    for (int i = 0; i < rivals->count; i++)
        mm_rival_end(&rivals->contenders[i].process);
    free(rivals->contenders);
    free(rivals->left_out);
    if (rivals->shared)
        munmap(rivals->shared, rivals->shared_bytes);
    if (rivals->memory > 0)
        close(rivals->memory);
    *rivals = (mm_rivals){0};
}

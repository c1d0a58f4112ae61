#include "bench/chosen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "blas/find.h"
#include "blas/kernel_isa.h"
#include "blas/provider.h"

typedef struct chosen {
    const mm_rivals_options *options;
    mm_rivals *rivals;
    int threads;
    mm_paths found;
} chosen;

/* One item of the list. */
typedef struct item {
    char name[512];  /* or a path */
    char kernel[64]; /* "": none */
} item;

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* "openblas:Haswell"; a colon inside a path is the path's. */
static mm_status read_item(const char *text, size_t length, item *out, mm_error *err)
{
    *out = (item){0};
    snprintf(out->name, sizeof out->name, "%.*s", (int)length, text);
    char *colon = strrchr(out->name, ':');
    if (colon && !strchr(colon, '/')) {
        snprintf(out->kernel, sizeof out->kernel, "%.63s", colon + 1);
        *colon = '\0';
    }
    if (*out->name && (!colon || *out->kernel))
        return MM_OK;
    return mm_fail(err, MM_USAGE, "badValue", "got '%.*s', expected a library's name or file, or NAME:KERNEL",
                   (int)length, text);
}

/* --- Starting one file. */

/* Which variable asks a provider for a kernel is known once it has said who it is. */
static mm_status ask_for_kernel(const chosen *s, const item *it, mm_contender *c, mm_error *err)
{
    const char *provider = c->process.hello.blas.provider, *variable = mm_kernel_variable(provider);
    mm_rival_end(&c->process);
    if (!variable)
        return mm_fail(err, MM_USAGE, "badValue", "got '%.100s:%.60s', but %s has no kernels to choose from",
                       it->name, it->kernel, provider);
    snprintf(c->setting, sizeof c->setting, "%s=%s", variable, it->kernel);
    return mm_contender_start(s->rivals, c, s->options, err);
}

/* A contender for the file; *is_it tells whether it is the provider that is wanted (NULL: whoever it is). */
static mm_status start_file(const chosen *s, const char *path, const char *wanted, mm_contender *c,
                            bool *is_it, mm_error *err)
{
    *c = (mm_contender){.threads = s->threads, .keeps_kernel = true, .pinned = true};
    snprintf(c->path, sizeof c->path, "%s", path);
    mm_status status = mm_contender_start(s->rivals, c, s->options, err);
    *is_it = status == MM_OK && (!wanted || strcmp(c->process.hello.blas.provider, wanted) == 0);
    if (status == MM_OK && !*is_it)
        mm_rival_end(&c->process);
    return status;
}

static bool stops_all(mm_status status)
{
    return status == MM_INTERRUPTED || status == MM_IO || status == MM_USAGE;
}

/* --- Finding the file. */

/* Names of what was found, for a message: as guessed from the files. */
static void list_found(const mm_paths *found, char *text, size_t size)
{
    size_t length = 0;
    *text = '\0';
    for (int i = 0; i < found->count && length < size; i++) {
        const mm_provider_kind *kind = mm_provider_of_file(found->paths[i]);
        const char *name = kind ? kind->name : base_of(found->paths[i]);
        bool known = false;
        for (int j = 0; j < i && kind; j++)
            known = known || mm_provider_of_file(found->paths[j]) == kind;
        if (!known && (kind || found->origins[i] == MM_ORIGIN_NAMED))
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "", name);
    }
}

static mm_status fail_unknown(const chosen *s, const char *name, const mm_provider_kind *kind, mm_error *err)
{
    char found[256];
    list_found(&s->found, found, sizeof found);
    return mm_fail(err, MM_UNAVAILABLE, "unknownProvider", "no BLAS '%.60s' was found; found: %s%s%s", name,
                   *found ? found : "none",
                   kind && kind->get ? "; to get it: " : "; MM_BLAS_PATH names others",
                   kind && kind->get ? kind->get : "");
}

/* Files that are called like it first; then those whose names say nothing. One that is called so and cannot
 * be started is the answer where there is no other. */
static mm_status start_named(const chosen *s, const char *name, mm_contender *c, mm_error *err)
{
    const mm_provider_kind *kind = mm_provider_named(name);
    mm_contender failed = {0};
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->found.count; i++) {
            const mm_provider_kind *guess = mm_provider_of_file(s->found.paths[i]);
            bool is_called_so = kind ? guess == kind : strcmp(base_of(s->found.paths[i]), name) == 0;
            mm_error why = {0};
            bool is_it;
            if (pass == 0 ? !is_called_so : !kind || guess)
                continue;
            mm_status status = start_file(s, s->found.paths[i], kind ? kind->name : NULL, c, &is_it, &why);
            if (stops_all(status))
                return mm_fail(err, status, why.id, "%s", why.text);
            if (is_it)
                return MM_OK;
            if (status != MM_OK && is_called_so && !*failed.path) {
                failed = *c;
                snprintf(failed.why, sizeof failed.why, "%.255s", why.text);
            }
        }
    *c = failed;
    return *failed.path ? MM_OK : fail_unknown(s, name, kind, err);
}

static mm_status start_path(const chosen *s, const char *path, mm_contender *c, mm_error *err)
{
    bool is_it;
    mm_error why = {0};
    if (access(path, R_OK) != 0)
        return mm_fail(err, MM_UNAVAILABLE, "unknownProvider",
                       "%.300s cannot be read; expected a BLAS library", path);
    mm_status status = start_file(s, path, NULL, c, &is_it, &why);
    if (stops_all(status))
        return mm_fail(err, status, why.id, "%s", why.text);
    snprintf(c->why, sizeof c->why, "%.255s", why.text);
    return MM_OK;
}

static mm_status start_item(const chosen *s, const item *it, mm_contender *c, mm_error *err)
{
    char linked[MM_BLAS_PATH_SIZE];
    if (strchr(it->name, '/'))
        return start_path(s, it->name, c, err);
    if (strcmp(it->name, "default") != 0)
        return start_named(s, it->name, c, err);
    mm_blas_path(linked);
    return start_path(s, linked, c, err);
}

/* --- All of them. */

/* In the kernel that is asked for, tried; what fails is its why. */
static mm_status make_ready(const chosen *s, const item *it, mm_contender *c, mm_error *err)
{
    mm_error why = {0};
    mm_status status = MM_OK;
    if (!*c->why && *it->kernel)
        status = ask_for_kernel(s, it, c, &why);
    if (!*c->why && status == MM_OK)
        status = mm_contender_try(s->rivals, c, s->options, &why);
    if (stops_all(status))
        return mm_fail(err, status, why.id, "%s", why.text);
    if (status != MM_OK)
        snprintf(c->why, sizeof c->why, "%.255s", why.text);
    return MM_OK;
}

/* The same library under the same setting, whatever front it was reached by. */
static bool is_same(const mm_contender *a, const mm_contender *b)
{
    const mm_blas *x = &a->process.hello.blas, *y = &b->process.hello.blas;
    const char *file = *x->engine ? x->engine : a->path, *other = *y->engine ? y->engine : b->path;
    return strcmp(file, other) == 0 && strcmp(a->setting, b->setting) == 0;
}

static mm_status add_item(chosen *s, const item *it, mm_error *err)
{
    mm_contender c = {0};
    mm_status status = start_item(s, it, &c, err);
    if (status == MM_OK)
        status = make_ready(s, it, &c, err);
    if (*c.why || status != MM_OK)
        mm_rival_end(&c.process);
    if (status != MM_OK)
        return status;
    if (!*c.provider)
        snprintf(c.provider, sizeof c.provider, "%.31s", base_of(it->name));
    for (int i = 0; i < s->rivals->count; i++)
        if (is_same(&s->rivals->contenders[i], &c)) {
            mm_rival_end(&c.process);
            return mm_fail(err, MM_USAGE, "badValue", "'%.100s' stands twice in the list: both are %.300s",
                           it->name, c.path);
        }
    mm_contender *added = mm_rivals_add(s->rivals, &c, err);
    if (!added)
        mm_rival_end(&c.process);
    return added ? MM_OK : MM_IO;
}

/* The provider's name where that is enough to tell it from the others; else with its version; the kernel is a
 * field of its own in every row. */
static void label(mm_rivals *rivals)
{
    for (int i = 0; i < rivals->count; i++) {
        mm_contender *c = &rivals->contenders[i];
        size_t length = strcspn(c->provider, " ");
        bool is_enough = true;
        for (int j = 0; j < rivals->count; j++)
            is_enough = is_enough && (j == i || strcmp(rivals->contenders[j].provider, c->provider) == 0 ||
                                      strcspn(rivals->contenders[j].provider, " ") != length ||
                                      strncmp(rivals->contenders[j].provider, c->provider, length) != 0);
        snprintf(c->label, sizeof c->label, "%.*s", is_enough ? (int)length : 31, c->provider);
    }
}

static mm_status start_list(chosen *s, const char *list, mm_error *err)
{
    mm_status status = mm_blas_find(&s->found, err);
    for (const char *at = list; status == MM_OK;) {
        size_t length = strcspn(at, ",");
        item it;
        char line[600];
        status = read_item(at, length, &it, err);
        snprintf(line, sizeof line, "starting %s", it.name);
        if (status == MM_OK && s->options->progress)
            s->options->progress(line);
        if (status == MM_OK)
            status = add_item(s, &it, err);
        if (!at[length])
            break;
        at += length + 1;
    }
    return status;
}

mm_status mm_chosen_start(const char *list, int threads, const mm_rivals_options *options, mm_rivals *rivals,
                          mm_error *err)
{
    chosen s = {.options = options, .rivals = rivals, .threads = threads};
    mm_status status = mm_rivals_open(rivals, err);
    if (status == MM_OK)
        status = start_list(&s, list, err);
    mm_paths_free(&s.found);
    label(rivals);
    return status;
}

mm_status mm_chosen_describe(const mm_rivals *rivals, mm_providers *providers, mm_error *err)
{
    *providers = (mm_providers){0};
    for (int i = 0; i < rivals->count; i++) {
        const mm_contender *c = &rivals->contenders[i];
        mm_provider p = {.blas = c->process.hello.blas, .is_usable = !*c->why, .origin = MM_ORIGIN_NAMED};
        snprintf(p.label, sizeof p.label, "%s", c->label);
        snprintf(p.path, sizeof p.path, "%s", c->path);
        snprintf(p.reason, sizeof p.reason, "%s", c->why);
        memcpy(p.has_dtype, c->process.hello.has_dtype, sizeof p.has_dtype);
        mm_owner_find(c->path, &p.owner);
        if (!mm_providers_add(providers, &p))
            return mm_fail_memory(err, sizeof p);
    }
    return MM_OK;
}

mm_status mm_chosen_entries(mm_rivals *rivals, int threads, mm_entry **entries, int *count, mm_error *err)
{
    const mm_method *blas;
    mm_status status = mm_method_find("blas", "cli", &blas, err);
    if (status != MM_OK)
        return status;
    size_t room = (size_t)*count + (size_t)rivals->count + 1;
    mm_entry *longer = realloc(*entries, room * sizeof *longer);
    if (!longer)
        return mm_fail_memory(err, (double)(room * sizeof *longer));
    *entries = longer;
    int kept = 0;
    for (int e = 0; e < *count; e++)
        if (longer[e].method != blas)
            longer[kept++] = longer[e];
    for (int i = 0; i < rivals->count; i++)
        longer[kept++] = (mm_entry){.method = blas, .threads = threads, .served = &rivals->contenders[i]};
    *count = kept;
    return MM_OK;
}

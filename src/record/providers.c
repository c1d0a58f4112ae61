#include "record/providers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

mm_provider *mm_providers_add(mm_providers *providers, const mm_provider *item)
{
    mm_provider *items = realloc(providers->items, (size_t)(providers->count + 1) * sizeof *items);
    if (!items)
        return NULL;
    providers->items = items;
    items[providers->count] = *item;
    return &items[providers->count++];
}

void mm_providers_free(mm_providers *providers)
{
    free(providers->items);
    *providers = (mm_providers){0};
}

bool mm_provider_has_file(const mm_provider *provider, const char *path)
{
    char *resolved = realpath(path, NULL);
    bool has = resolved && strcmp(provider->path, resolved) == 0;
    for (int i = 0; i < provider->also_count && resolved; i++)
        has = has || strcmp(provider->also[i], resolved) == 0;
    free(resolved);
    return has;
}

/* --- JSON. The order of the keys here is the canonical one. */

static void add_count(mm_json_writer *json, cJSON *parent, const char *key, int count)
{
    if (count > 0)
        mm_json_integer(json, parent, key, count);
    else
        mm_json_null(json, parent, key);
}

static void add_owner(mm_json_writer *json, cJSON *parent, const mm_owner *owner)
{
    if (!*owner->package) {
        mm_json_null(json, parent, "package");
        return;
    }
    cJSON *object = mm_json_object(json, parent, "package");
    mm_json_string(json, object, "manager", owner->manager);
    mm_json_string(json, object, "name", owner->package);
    mm_json_text(json, object, "version", owner->version);
}

static void add_threads(mm_json_writer *json, cJSON *parent, const mm_provider *provider)
{
    const mm_thread_trial *trial = &provider->threads;
    bool tried = trial->asked > 0;
    cJSON *object = mm_json_object(json, parent, "threads");
    mm_json_text(json, object, "layer", provider->blas.threading);
    add_count(json, object, "now", provider->blas.threads);
    add_count(json, object, "max", provider->blas.threads_max);
    add_count(json, object, "asked", trial->asked);
    mm_json_text(json, object, "asked_by", !tried ? "" : trial->by_call ? "call" : "environment");
    mm_json_number(json, object, "busy_cpus", tried ? trial->busy_cpus : NAN);
    mm_json_number(json, object, "working", tried ? trial->working : NAN);
    mm_json_number(json, object, "working_of_one", tried ? trial->alone : NAN);
    if (tried)
        mm_json_bool(json, object, "took_effect", trial->took_effect);
    else
        mm_json_null(json, object, "took_effect");
    mm_json_text(json, object, "reason", tried ? "" : *trial->reason ? trial->reason : "not tried");
}

static void add_routines(mm_json_writer *json, cJSON *parent, const mm_provider *provider)
{
    static const char *const names[] = {[MM_F32] = "sgemm", [MM_F64] = "dgemm"};
    cJSON *array = mm_json_array(json, parent, "routines");
    for (int dtype = MM_F32; dtype <= MM_F64; dtype++)
        if (provider->has_dtype[dtype])
            mm_json_string(json, array, NULL, names[dtype]);
}

void mm_provider_to_json(mm_json_writer *json, cJSON *parent, const char *key, const mm_provider *provider)
{
    const mm_blas *blas = &provider->blas;
    cJSON *object = mm_json_object(json, parent, key);
    mm_json_text(json, object, "provider", blas->provider);
    mm_json_string(json, object, "status", provider->is_usable ? "usable" : "failed");
    mm_json_text(json, object, "reason", provider->reason);
    mm_json_bool(json, object, "default", provider->is_default);
    mm_json_string(json, object, "path", provider->path);
    cJSON *also = mm_json_array(json, object, "also");
    for (int i = 0; i < provider->also_count; i++)
        mm_json_string(json, also, NULL, provider->also[i]);
    mm_json_string(json, object, "found_by", mm_origin_name(provider->origin));
    add_owner(json, object, &provider->owner);
    mm_json_text(json, object, "version", blas->version);
    mm_json_text(json, object, "config", blas->config);
    mm_json_text(json, object, "kernel", blas->kernel);
    add_count(json, object, "integer_bits", blas->integer_bits);
    add_routines(json, object, provider);
    add_threads(json, object, provider);
}

static void add_alternatives(mm_json_writer *json, cJSON *parent, const char *key, const mm_alternatives *a)
{
    if (a->count == 0) {
        mm_json_null(json, parent, key);
        return;
    }
    cJSON *object = mm_json_object(json, parent, key);
    mm_json_string(json, object, "name", a->name);
    mm_json_string(json, object, "link", a->link);
    mm_json_text(json, object, "current", a->current);
    mm_json_bool(json, object, "automatic", a->is_automatic);
    cJSON *choices = mm_json_array(json, object, "choices");
    for (int i = 0; i < a->count; i++) {
        cJSON *choice = mm_json_object(json, choices, NULL);
        mm_json_string(json, choice, "path", a->choices[i].path);
        mm_json_integer(json, choice, "priority", a->choices[i].priority);
    }
}

mm_status mm_providers_to_text(const mm_providers *providers, char **text, mm_error *err)
{
    mm_json_writer json = {0};
    cJSON *root = mm_json_object(&json, NULL, NULL);
    mm_json_string(&json, root, "schema", "gemmlab-providers/1");
    mm_json_text(&json, root, "loader_gives", providers->loader_gives);
    cJSON *alternatives = mm_json_object(&json, root, "alternatives");
    add_alternatives(&json, alternatives, "libblas.so.3", &providers->blas);
    add_alternatives(&json, alternatives, "liblapack.so.3", &providers->lapack);
    cJSON *items = mm_json_array(&json, root, "providers");
    for (int i = 0; i < providers->count; i++)
        mm_provider_to_json(&json, items, NULL, &providers->items[i]);
    return mm_json_finish(&json, text, err);
}

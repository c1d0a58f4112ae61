#include "record/manifest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/isa.h"
#include "record/file.h"
#include "record/json.h"
#include "record/results.h"
#include "version.h"

#ifdef __clang__
#define COMPILER "clang"
#else
#define COMPILER "gcc"
#endif

void mm_manifest_begin(mm_manifest *manifest, char **command_line, mm_uint128 seed, int threads)
{
    *manifest = (mm_manifest){.command_line = command_line, .seed = seed, .threads = threads};
    mm_cpu_read(&manifest->cpu);
    mm_environment_read(&manifest->environment);
    mm_blas_describe(&manifest->blas);
    clock_gettime(CLOCK_REALTIME, &manifest->start);
    manifest->end = manifest->start;
    mm_counters_read(&manifest->before);
    manifest->after = manifest->before;
}

void mm_manifest_end(mm_manifest *manifest)
{
    mm_counters_read(&manifest->after);
    clock_gettime(CLOCK_REALTIME, &manifest->end);
    mm_blas_describe(&manifest->blas);
}

/* --- facts: what is unknown is null, and a reason stands beside it. */

static void add_reason(mm_json_writer *json, cJSON *parent, const char *key, bool known, const char *reason)
{
    char reason_key[64];
    snprintf(reason_key, sizeof reason_key, "%s_reason", key);
    if (known)
        mm_json_null(json, parent, reason_key);
    else
        mm_json_string(json, parent, reason_key, *reason ? reason : "not known");
}

static void add_text(mm_json_writer *json, cJSON *parent, const char *key, const char *value,
                     const char *reason)
{
    mm_json_text(json, parent, key, value);
    add_reason(json, parent, key, *value != '\0', reason);
}

static void add_fact(mm_json_writer *json, cJSON *parent, const char *key, const mm_fact *fact)
{
    add_text(json, parent, key, fact->value, fact->reason);
}

static void add_count(mm_json_writer *json, cJSON *parent, const char *key, int count, const char *reason)
{
    if (count > 0)
        mm_json_integer(json, parent, key, count);
    else
        mm_json_null(json, parent, key);
    add_reason(json, parent, key, count > 0, reason);
}

static void add_time(mm_json_writer *json, cJSON *parent, const char *key, const struct timespec *time)
{
    char text[32] = "";
    struct tm utc;
    if (gmtime_r(&time->tv_sec, &utc))
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    mm_json_text(json, parent, key, text);
}

/* --- the sections */

static void add_command_line(mm_json_writer *json, cJSON *parent, char **command_line)
{
    cJSON *array = mm_json_array(json, parent, "command_line");
    for (char **word = command_line; word && *word; word++)
        mm_json_string(json, array, NULL, *word);
}

static void add_versions(mm_json_writer *json, cJSON *parent, const mm_manifest *manifest)
{
    cJSON *versions = mm_json_object(json, parent, "versions");
    mm_json_string(json, versions, "gemmlab", MM_VERSION);
    add_text(json, versions, "commit", MM_COMMIT, "built outside a git checkout");
    add_text(json, versions, "octave", manifest->octave_version, "not run from Octave");
    add_text(json, versions, "blas", manifest->blas.version, "the library does not tell");
    mm_json_string(json, versions, "cjson", cJSON_Version());
    add_text(json, versions, "gnuplot", manifest->gnuplot_version, "this run drew no plot");
    mm_json_string(json, versions, "compiler", COMPILER " " __VERSION__);
    add_fact(json, versions, "libc", &manifest->environment.libc);
    add_fact(json, versions, "kernel", &manifest->environment.kernel_release);
}

static void add_caches(mm_json_writer *json, cJSON *parent, const mm_cpu *cpu)
{
    bool known = cpu->cache_count > 0;
    if (known) {
        cJSON *caches = mm_json_array(json, parent, "caches");
        for (int i = 0; i < cpu->cache_count; i++) {
            cJSON *cache = mm_json_object(json, caches, NULL);
            mm_json_integer(json, cache, "level", cpu->caches[i].level);
            mm_json_string(json, cache, "type", cpu->caches[i].type);
            mm_json_integer(json, cache, "size_bytes", cpu->caches[i].size_bytes);
        }
    } else {
        mm_json_null(json, parent, "caches");
    }
    add_reason(json, parent, "caches", known, "the system does not list cpu0's caches");
}

static void add_cpu(mm_json_writer *json, cJSON *parent, const mm_manifest *manifest)
{
    const mm_cpu *cpu = &manifest->cpu;
    const mm_environment *environment = &manifest->environment;
    cJSON *object = mm_json_object(json, parent, "cpu");
    add_text(json, object, "model", cpu->model, "the system does not name its CPU");
    add_text(json, object, "architecture", cpu->architecture, "the system does not name its architecture");
    add_count(json, object, "logical_cpus", cpu->logical_cpus, "the system does not count its CPUs");
    mm_json_string(json, object, "isa", mm_isa_name(mm_isa_best()));
    cJSON *usable = mm_json_array(json, object, "isa_usable");
    for (mm_isa isa = MM_ISA_SCALAR; isa < MM_ISA_COUNT; isa++)
        if (mm_isa_usable(isa))
            mm_json_string(json, usable, NULL, mm_isa_name(isa));
    add_caches(json, object, cpu);
    add_fact(json, object, "governor", &environment->governor);
    add_fact(json, object, "ac_power", &environment->ac_power);
    add_fact(json, object, "hypervisor", &environment->hypervisor);
}

static void add_blas(mm_json_writer *json, cJSON *parent, const mm_blas *blas)
{
    const char *reason = "the library does not tell";
    cJSON *object = mm_json_object(json, parent, "blas");
    add_text(json, object, "provider", blas->provider, "the library was not recognised");
    add_text(json, object, "path", blas->path, "the library's file was not found");
    add_text(json, object, "version", blas->version, reason);
    add_text(json, object, "config", blas->config, reason);
    add_text(json, object, "kernel", blas->kernel, reason);
    add_count(json, object, "threads", blas->threads, reason);
    add_count(json, object, "threads_max", blas->threads_max, reason);
}

/* Those that were timed in processes of their own; no key where there are none. */
static void add_providers(mm_json_writer *json, cJSON *parent, const mm_providers *providers)
{
    const char *reason = "the library does not tell";
    cJSON *array = providers ? mm_json_array(json, parent, "providers") : NULL;
    for (int i = 0; providers && i < providers->count; i++) {
        const mm_provider *p = &providers->items[i];
        cJSON *object = mm_json_object(json, array, NULL);
        mm_json_string(json, object, "label", p->label);
        mm_json_string(json, object, "path", p->path);
        add_text(json, object, "package", p->owner.package, "no package claims the file");
        add_text(json, object, "package_version", p->owner.version, "no package claims the file");
        add_text(json, object, "version", p->blas.version, reason);
        add_text(json, object, "config", p->blas.config, reason);
        add_text(json, object, "kernel", p->blas.kernel, reason);
        add_text(json, object, "threading", p->blas.threading, reason);
        add_count(json, object, "integer_bits", p->blas.integer_bits, "the library could not be asked");
        mm_json_bool(json, object, "usable", p->is_usable);
        mm_json_text(json, object, "failure", p->reason);
    }
}

static void add_env(mm_json_writer *json, cJSON *parent)
{
    cJSON *object = mm_json_object(json, parent, "env");
    for (const char *const *name = mm_environment_variables; *name; name++) {
        const char *value = getenv(*name);
        if (value)
            mm_json_string(json, object, *name, value);
        else
            mm_json_null(json, object, *name);
    }
}

static void add_scheduling(mm_json_writer *json, cJSON *parent, const mm_manifest *manifest)
{
    const mm_environment *environment = &manifest->environment;
    const mm_counters *before = &manifest->before, *after = &manifest->after;
    bool known = before->has_steal && after->has_steal;
    add_fact(json, parent, "affinity", &environment->affinity);
    add_count(json, parent, "affinity_count", environment->affinity_count, environment->affinity.reason);
    add_fact(json, parent, "cgroup_quota", &environment->cgroup_quota);

    /* fmax: the kernel's idle and steal times can step back by a tick (proc(5)). */
    mm_json_number(json, parent, "steal_s", known ? fmax(0, after->steal_s - before->steal_s) : NAN);
    add_reason(json, parent, "steal_s", known, before->has_steal ? after->reason : before->reason);
    mm_json_number(json, parent, "busy_s", known ? fmax(0, after->busy_s - before->busy_s) : NAN);
    add_reason(json, parent, "busy_s", known, before->has_steal ? after->reason : before->reason);
    mm_json_integer(json, parent, "voluntary_switches",
                    after->voluntary_switches - before->voluntary_switches);
    mm_json_integer(json, parent, "involuntary_switches",
                    after->involuntary_switches - before->involuntary_switches);
}

mm_status mm_manifest_to_text(const mm_manifest *manifest, const char *results_sha256, char **text,
                              mm_error *err)
{
    char seed[MM_SEED_TEXT_SIZE];
    mm_json_writer json = {0};
    cJSON *root = mm_json_object(&json, NULL, NULL);
    mm_json_string(&json, root, "schema", "gemmlab-manifest/1");
    add_command_line(&json, root, manifest->command_line);
    mm_seed_format(manifest->seed, seed);
    mm_json_string(&json, root, "seed", seed); /* a string: up to 128 bits, of which a JSON number keeps 53 */
    mm_json_integer(&json, root, "threads", manifest->threads);
    add_time(&json, root, "start", &manifest->start);
    add_time(&json, root, "end", &manifest->end);
    mm_json_bool(&json, root, "interrupted", manifest->interrupted);
    mm_json_string(&json, root, "results_sha256", results_sha256);
    add_versions(&json, root, manifest);
    add_cpu(&json, root, manifest);
    add_blas(&json, root, &manifest->blas);
    add_providers(&json, root, manifest->providers);
    add_env(&json, root);
    add_scheduling(&json, root, manifest);
    return mm_json_finish(&json, text, err);
}

#include "report/experiment.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/cleanup.h"
#include "record/file.h"
#include "report/report.h"

enum { PATH_SIZE = 4096 };

/* An experiment's data are results.json or timings.json. */
static const struct {
    const char *name;
    mm_status (*report)(const mm_results *results, const char *manifest_json, char **text, mm_error *err);
    mm_status (*report_timings)(const mm_timings *timings, const char *manifest_json, char **text,
                                mm_error *err);
} experiments[MM_EXPERIMENT_COUNT] = {
    [MM_EXPERIMENT_LAB] = {"lab", mm_report_lab, NULL},
    [MM_EXPERIMENT_ROOFLINE] = {"roofline", mm_report_roofline, NULL},
    [MM_EXPERIMENT_BLOCKING] = {"blocking", mm_report_blocking, NULL},
    [MM_EXPERIMENT_EMBEDDING] = {"embedding", NULL, mm_report_embedding},
    [MM_EXPERIMENT_OVERHEAD] = {"overhead", NULL, mm_report_overhead},
};

mm_status mm_experiment_parse(const char *name, mm_experiment *experiment, mm_error *err)
{
    char names[128] = "";
    for (int i = 0; i < MM_EXPERIMENT_COUNT; i++) {
        if (strcmp(experiments[i].name, name) == 0) {
            *experiment = (mm_experiment)i;
            return MM_OK;
        }
        size_t used = strlen(names);
        const char *gap = i == 0 ? "" : i + 1 < MM_EXPERIMENT_COUNT ? ", " : " or ";
        snprintf(names + used, sizeof names - used, "%s%s", gap, experiments[i].name);
    }
    return mm_fail(err, MM_USAGE, "badValue", "got '%.100s', expected %s", name, names);
}

static mm_status join(char *path, size_t size, const char *dir, const char *name, mm_error *err)
{
    if ((size_t)snprintf(path, size, "%s/%s", dir, name) < size)
        return MM_OK;
    return mm_fail(err, MM_IO, "badPath", "the path of %s is longer than %zu characters", name, size - 1);
}

/* Of other data beside the results: none where the file does not exist. */
static mm_status read_intensity(const char *dir, mm_results *results, mm_intensity *intensity, mm_error *err)
{
    char path[PATH_SIZE];
    mm_status status = join(path, sizeof path, dir, "intensity.json", err);
    if (status != MM_OK || access(path, F_OK) != 0)
        return status;
    status = mm_intensity_read(path, intensity, err);
    if (status == MM_OK)
        results->intensity = intensity;
    return status;
}

static mm_status read_manifest(const char *dir, char **manifest, mm_error *err)
{
    char path[PATH_SIZE];
    mm_status status = join(path, sizeof path, dir, "manifest.json", err);
    return status == MM_OK ? mm_file_read(path, manifest, NULL, err) : status;
}

static mm_status report_results(const char *dir, mm_experiment experiment, char **text, mm_error *err)
{
    char path[PATH_SIZE], *manifest MM_FREED = NULL;
    mm_results results = {0};
    mm_intensity intensity = {0};
    mm_status status = join(path, sizeof path, dir, "results.json", err);
    if (status == MM_OK)
        status = mm_results_read(path, &results, err);
    if (status == MM_OK)
        status = read_intensity(dir, &results, &intensity, err);
    if (status == MM_OK)
        status = read_manifest(dir, &manifest, err);
    if (status == MM_OK)
        status = experiments[experiment].report(&results, manifest, text, err);
    mm_results_free(&results);
    mm_intensity_free(&intensity);
    return status;
}

static mm_status report_timings(const char *dir, mm_experiment experiment, char **text, mm_error *err)
{
    char path[PATH_SIZE], *manifest MM_FREED = NULL;
    mm_timings timings = {0};
    mm_status status = join(path, sizeof path, dir, "timings.json", err);
    if (status == MM_OK)
        status = mm_timings_read(path, &timings, err);
    if (status == MM_OK)
        status = read_manifest(dir, &manifest, err);
    if (status == MM_OK)
        status = experiments[experiment].report_timings(&timings, manifest, text, err);
    mm_timings_free(&timings);
    return status;
}

mm_status mm_experiment_report(const char *dir, mm_experiment experiment, mm_error *err)
{
    char path[PATH_SIZE], *text MM_FREED = NULL;
    bool is_timings = experiments[experiment].report_timings != NULL;
    mm_status status = (is_timings ? report_timings : report_results)(dir, experiment, &text, err);
    if (status == MM_OK)
        status = join(path, sizeof path, dir, "README.md", err);
    if (status == MM_OK)
        status = mm_file_write(path, text, strlen(text), err);
    return status;
}

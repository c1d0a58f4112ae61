#include "report/experiment.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/cleanup.h"
#include "record/file.h"
#include "report/report.h"

static const struct {
    const char *name;
    mm_status (*report)(const mm_results *results, const char *manifest_json, const mm_language *language,
                        char **text, mm_error *err);
} experiments[MM_EXPERIMENT_COUNT] = {
    [MM_EXPERIMENT_LAB] = {"lab", mm_report_lab},
    [MM_EXPERIMENT_ROOFLINE] = {"roofline", mm_report_roofline},
};

mm_status mm_experiment_parse(const char *name, mm_experiment *experiment, mm_error *err)
{
    for (int i = 0; i < MM_EXPERIMENT_COUNT; i++)
        if (strcmp(experiments[i].name, name) == 0) {
            *experiment = (mm_experiment)i;
            return MM_OK;
        }
    return mm_fail(err, MM_USAGE, "badValue", "got '%s', expected lab or roofline", name);
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
    char path[4096];
    mm_status status = join(path, sizeof path, dir, "intensity.json", err);
    if (status != MM_OK || access(path, F_OK) != 0)
        return status;
    status = mm_intensity_read(path, intensity, err);
    if (status == MM_OK)
        results->intensity = intensity;
    return status;
}

mm_status mm_experiment_report(const char *dir, mm_experiment experiment, const mm_language *language,
                               mm_error *err)
{
    char path[4096];
    char *manifest MM_FREED = NULL, *text MM_FREED = NULL;
    mm_results results = {0};
    mm_intensity intensity = {0};
    mm_status status = join(path, sizeof path, dir, "results.json", err);
    if (status == MM_OK)
        status = mm_results_read(path, &results, err);
    if (status == MM_OK)
        status = read_intensity(dir, &results, &intensity, err);
    if (status == MM_OK)
        status = join(path, sizeof path, dir, "manifest.json", err);
    if (status == MM_OK)
        status = mm_file_read(path, &manifest, NULL, err);
    if (status == MM_OK)
        status = experiments[experiment].report(&results, manifest, language, &text, err);
    if (status == MM_OK)
        status = join(path, sizeof path, dir, "README.md", err);
    if (status == MM_OK)
        status = mm_file_write(path, text, strlen(text), err);
    mm_results_free(&results);
    mm_intensity_free(&intensity);
    return status;
}

#include "report/experiment.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/cleanup.h"
#include "record/file.h"
#include "record/roofline_file.h"
#include "report/report.h"

enum { PATH_SIZE = 4096 };

typedef mm_status mm_report_results(const mm_results *results, const char *manifest_json,
                                    const mm_language *language, char **text, mm_error *err);
typedef mm_status mm_report_timings(const mm_timings *timings, const char *manifest_json,
                                    const mm_language *language, char **text, mm_error *err);

static mm_status join(char path[PATH_SIZE], const char *dir, const char *name, mm_error *err)
{
    if (snprintf(path, PATH_SIZE, "%s/%s", dir, name) < PATH_SIZE)
        return MM_OK;
    return mm_fail(err, MM_IO, "badPath", "the path of %s is longer than %d characters", name, PATH_SIZE - 1);
}

static mm_status read_manifest(const char *dir, char **manifest, mm_error *err)
{
    char path[PATH_SIZE];
    mm_status status = join(path, dir, "manifest.json", err);
    return status == MM_OK ? mm_file_read(path, manifest, NULL, err) : status;
}

/* Of other data beside the results: none where the file does not exist. */
static mm_status read_intensity(const char *dir, mm_results *results, mm_intensity *intensity, mm_error *err)
{
    char path[PATH_SIZE];
    mm_status status = join(path, dir, "intensity.json", err);
    if (status != MM_OK || access(path, F_OK) != 0)
        return status;
    status = mm_intensity_read(path, intensity, err);
    if (status == MM_OK)
        results->intensity = intensity;
    return status;
}

/* The text of an experiment whose data are results.json. */
static mm_status report_results(const char *dir, mm_report_results *report, const mm_language *language,
                                char **text, mm_error *err)
{
    char path[PATH_SIZE];
    char *manifest MM_FREED = NULL;
    mm_results results = {0};
    mm_intensity intensity = {0};
    mm_status status = join(path, dir, "results.json", err);
    if (status == MM_OK)
        status = mm_results_read(path, &results, err);
    if (status == MM_OK)
        status = read_intensity(dir, &results, &intensity, err);
    if (status == MM_OK)
        status = read_manifest(dir, &manifest, err);
    if (status == MM_OK)
        status = report(&results, manifest, language, text, err);
    mm_results_free(&results);
    mm_intensity_free(&intensity);
    return status;
}

static mm_status report_lab(const char *dir, const mm_language *language, char **text, mm_error *err)
{
    return report_results(dir, mm_report_lab, language, text, err);
}

static mm_status report_blocking(const char *dir, const mm_language *language, char **text, mm_error *err)
{
    return report_results(dir, mm_report_blocking, language, text, err);
}

/* The text of an experiment whose data are timings.json. */
static mm_status report_timings(const char *dir, mm_report_timings *report, const mm_language *language,
                                char **text, mm_error *err)
{
    char path[PATH_SIZE];
    char *manifest MM_FREED = NULL;
    mm_timings timings = {0};
    mm_status status = join(path, dir, "timings.json", err);
    if (status == MM_OK)
        status = mm_timings_read(path, &timings, err);
    if (status == MM_OK)
        status = read_manifest(dir, &manifest, err);
    if (status == MM_OK)
        status = report(&timings, manifest, language, text, err);
    mm_timings_free(&timings);
    return status;
}

static mm_status report_embedding(const char *dir, const mm_language *language, char **text, mm_error *err)
{
    return report_timings(dir, mm_report_embedding, language, text, err);
}

static mm_status report_overhead(const char *dir, const mm_language *language, char **text, mm_error *err)
{
    return report_timings(dir, mm_report_overhead, language, text, err);
}

/* The rows under the roof are the lab's addition: mmcli roofline writes none. */
static mm_status report_roofline(const char *dir, const mm_language *language, char **text, mm_error *err)
{
    char path[PATH_SIZE];
    char *manifest MM_FREED = NULL;
    mm_machine_roofline roofline;
    mm_results results = {0};
    mm_status status = join(path, dir, "roofline.json", err);
    if (status == MM_OK)
        status = mm_machine_roofline_read(path, &roofline, err);
    if (status == MM_OK)
        status = join(path, dir, "results.json", err);
    if (status == MM_OK && access(path, F_OK) == 0)
        status = mm_results_read(path, &results, err);
    if (status == MM_OK)
        status = read_manifest(dir, &manifest, err);
    if (status == MM_OK)
        status = mm_report_roofline(&roofline, &results, manifest, language, text, err);
    mm_results_free(&results);
    return status;
}

static const struct {
    const char *name;
    mm_status (*report)(const char *dir, const mm_language *language, char **text, mm_error *err);
} experiments[MM_EXPERIMENT_COUNT] = {
    [MM_EXPERIMENT_LAB] = {"lab", report_lab},
    [MM_EXPERIMENT_ROOFLINE] = {"roofline", report_roofline},
    [MM_EXPERIMENT_BLOCKING] = {"blocking", report_blocking},
    [MM_EXPERIMENT_EMBEDDING] = {"embedding", report_embedding},
    [MM_EXPERIMENT_OVERHEAD] = {"overhead", report_overhead},
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

mm_status mm_experiment_report(const char *dir, mm_experiment experiment, const mm_language *language,
                               mm_error *err)
{
    char path[PATH_SIZE];
    char *text MM_FREED = NULL;
    mm_status status = experiments[experiment].report(dir, language, &text, err);
    if (status == MM_OK)
        status = join(path, dir, "README.md", err);
    if (status == MM_OK)
        status = mm_file_write(path, text, strlen(text), err);
    return status;
}

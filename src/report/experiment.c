#include "report/experiment.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/cleanup.h"
#include "record/file.h"
#include "record/roofline_file.h"
#include "report/report.h"

enum { PATH_SIZE = 4096 };

typedef mm_status mm_report_results(const mm_results *results, const char *manifest_json, const char *dir,
                                    const mm_language *language, char **text, mm_error *err);
typedef mm_status mm_report_timings(const mm_timings *timings, const char *manifest_json, const char *dir,
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
        status = report(&results, manifest, dir, language, text, err);
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
        status = report(&timings, manifest, dir, language, text, err);
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

static mm_status report_paths(const char *dir, const mm_language *language, char **text, mm_error *err)
{
    char path[PATH_SIZE];
    char *manifest MM_FREED = NULL;
    mm_path_map map = {0};
    mm_status status = join(path, dir, "paths.json", err);
    if (status == MM_OK)
        status = mm_path_map_read(path, &map, err);
    if (status == MM_OK)
        status = read_manifest(dir, &manifest, err);
    if (status == MM_OK)
        status = mm_report_paths(&map, manifest, dir, language, text, err);
    mm_path_map_free(&map);
    return status;
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
        status = mm_report_roofline(&roofline, &results, manifest, dir, language, text, err);
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
    [MM_EXPERIMENT_PATHS] = {"paths", report_paths},
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

/* --- Whose data a folder has. */

typedef struct folder_data {
    bool has_roofline, has_timings, has_results, has_paths;
    char experiment[32]; /* of the timings */
    bool is_sweep;       /* the results are */
} folder_data;

static bool has(const char *dir, const char *name, char path[PATH_SIZE])
{
    return join(path, dir, name, NULL) == MM_OK && access(path, F_OK) == 0;
}

static mm_status look_at_timings(const char *path, folder_data *data, mm_error *err)
{
    mm_timings timings = {0};
    mm_status status = mm_timings_read(path, &timings, err);
    snprintf(data->experiment, sizeof data->experiment, "%s", timings.experiment);
    mm_timings_free(&timings);
    return status;
}

static mm_status look_at_results(const char *path, folder_data *data, mm_error *err)
{
    mm_results results = {0};
    mm_status status = mm_results_read(path, &results, err);
    data->is_sweep = mm_report_is_sweep(&results);
    mm_results_free(&results);
    return status;
}

static mm_status look(const char *dir, folder_data *data, mm_error *err)
{
    char path[PATH_SIZE];
    mm_status status = MM_OK;
    data->has_roofline = has(dir, "roofline.json", path);
    data->has_timings = has(dir, "timings.json", path);
    if (data->has_timings)
        status = look_at_timings(path, data, err);
    data->has_paths = has(dir, "paths.json", path);
    data->has_results = has(dir, "results.json", path);
    if (data->has_results && status == MM_OK)
        status = look_at_results(path, data, err);
    return status;
}

/* The rows beside roofline.json stand under that roof: they are no lab. */
static bool is_of(const folder_data *data, mm_experiment experiment)
{
    if (experiment == MM_EXPERIMENT_PATHS)
        return data->has_paths;
    if (experiment == MM_EXPERIMENT_ROOFLINE)
        return data->has_roofline;
    if (experiment == MM_EXPERIMENT_BLOCKING)
        return data->has_results && data->is_sweep;
    if (experiment == MM_EXPERIMENT_LAB)
        return data->has_results && !data->is_sweep && !data->has_roofline;
    return data->has_timings && strcmp(data->experiment, experiments[experiment].name) == 0;
}

/* A folder without data passes: to read them then tells which file is missing. */
static mm_status choose(const char *dir, mm_experiment *experiment, mm_error *err)
{
    static const mm_experiment order[] = {MM_EXPERIMENT_ROOFLINE, MM_EXPERIMENT_EMBEDDING,
                                          MM_EXPERIMENT_OVERHEAD, MM_EXPERIMENT_PATHS, MM_EXPERIMENT_BLOCKING, MM_EXPERIMENT_LAB};
    folder_data data = {0};
    mm_experiment asked = *experiment;
    mm_status status = look(dir, &data, err);
    if (status != MM_OK || (asked != MM_EXPERIMENT_OF_DATA && is_of(&data, asked)))
        return status;
    int found = 0;
    while (found < MM_EXPERIMENT_COUNT && !is_of(&data, order[found]))
        found++;
    if (found == MM_EXPERIMENT_COUNT && data.has_timings)
        return mm_fail(
            err, MM_USAGE, "wrongExperiment",
            "%s/timings.json is of no experiment, and a report tells of one: embedding or overhead", dir);
    if (found == MM_EXPERIMENT_COUNT)
        *experiment = asked == MM_EXPERIMENT_OF_DATA ? MM_EXPERIMENT_LAB : asked;
    else if (asked == MM_EXPERIMENT_OF_DATA)
        *experiment = order[found];
    else
        return mm_fail(err, MM_USAGE, "wrongExperiment",
                       "got '%s', but the data in %s are of '%s': name that experiment, or none",
                       experiments[asked].name, dir, experiments[order[found]].name);
    return MM_OK;
}

mm_status mm_experiment_report(const char *dir, mm_experiment experiment, const mm_language *language,
                               mm_error *err)
{
    char path[PATH_SIZE];
    char *text MM_FREED = NULL;
    mm_status status = choose(dir, &experiment, err);
    if (status == MM_OK)
        status = experiments[experiment].report(dir, language, &text, err);
    if (status == MM_OK)
        status = join(path, dir, "README.md", err);
    if (status == MM_OK)
        status = mm_file_write(path, text, strlen(text), err);
    return status;
}

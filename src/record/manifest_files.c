/* A record and its manifest, which lists the sha256 of every data file of the folder. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/cleanup.h"
#include "record/file.h"
#include "record/json.h"
#include "record/manifest.h"
#include "record/results.h"

/* In the order in which the manifest lists them. */
static const char *const data_files[] = {"intensity.json", "ladder.json",   "paths.json",
                                         "results.json",   "roofline.json", "timings.json"};

static mm_status join(const char *dir, const char *name, char **path, mm_error *err)
{
    if (asprintf(path, "%s/%s", dir, name) >= 0)
        return MM_OK;
    *path = NULL;
    return mm_fail_memory(err, (double)(strlen(dir) + strlen(name) + 2));
}

static mm_status write_in(const char *dir, const char *name, const char *text, mm_error *err)
{
    char *path MM_FREED = NULL;
    mm_status status = join(dir, name, &path, err);
    return status == MM_OK ? mm_file_write(path, text, strlen(text), err) : status;
}

/* Adds the sha256 of a file, if there is one. */
static mm_status add_digest(mm_json_writer *json, cJSON *list, const char *dir, const char *name,
                            mm_error *err)
{
    char *path MM_FREED = NULL, *bytes MM_FREED = NULL, sha256[MM_SHA256_HEX_SIZE];
    size_t size;
    mm_status status = join(dir, name, &path, err);
    if (status != MM_OK || access(path, F_OK) != 0)
        return status;
    status = mm_file_read(path, &bytes, &size, err);
    if (status != MM_OK)
        return status;
    mm_sha256_hex(bytes, size, sha256);
    mm_json_string(json, list, name, sha256);
    return MM_OK;
}

/* Writes the manifest with its list as it must be now. */
static mm_status write_listing(const char *dir, const char *manifest, mm_error *err)
{
    char *text MM_FREED = NULL;
    mm_json_writer json = {.root = cJSON_Parse(manifest)};
    if (!cJSON_IsObject(json.root)) {
        cJSON_Delete(json.root);
        return mm_fail(err, MM_IO, "badManifest", "%s/manifest.json is not a JSON object; measure again",
                       dir);
    }
    cJSON_DeleteItemFromObjectCaseSensitive(json.root, "sha256");
    cJSON *list = mm_json_object(&json, json.root, "sha256");
    mm_status status = MM_OK;
    for (size_t i = 0; i < sizeof data_files / sizeof *data_files && status == MM_OK; i++)
        status = add_digest(&json, list, dir, data_files[i], err);
    if (status != MM_OK) {
        cJSON_Delete(json.root);
        return status;
    }
    mm_json_keep_exact(&json, json.root);
    status = mm_json_finish(&json, &text, err);
    return status == MM_OK ? write_in(dir, "manifest.json", text, err) : status;
}

mm_status mm_manifest_list_files(const char *dir, mm_error *err)
{
    char *path MM_FREED = NULL, *manifest MM_FREED = NULL;
    mm_status status = join(dir, "manifest.json", &path, err);
    if (status != MM_OK || access(path, F_OK) != 0)
        return status;
    status = mm_file_read(path, &manifest, NULL, err);
    return status == MM_OK ? write_listing(dir, manifest, err) : status;
}

mm_status mm_record_write_text(const char *dir, const char *name, const char *text,
                               const mm_manifest *manifest, mm_error *err)
{
    char *manifest_text MM_FREED = NULL, sha256[MM_SHA256_HEX_SIZE];
    mm_sha256_hex(text, strlen(text), sha256);
    mm_status status = mm_manifest_to_text(manifest, sha256, &manifest_text, err);
    if (status == MM_OK)
        status = mm_folder_make(dir, err);
    if (status == MM_OK)
        status = write_in(dir, name, text, err);
    return status == MM_OK ? write_listing(dir, manifest_text, err) : status;
}

mm_status mm_record_write(const char *dir, const mm_results *results, const mm_manifest *manifest,
                          mm_error *err)
{
    char *rows = NULL;
    mm_status status = mm_results_to_text(results, &rows, err);
    if (status == MM_OK)
        status = mm_record_write_text(dir, "results.json", rows, manifest, err);
    free(rows);
    return status;
}

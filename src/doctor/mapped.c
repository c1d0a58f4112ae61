#include "doctor/mapped.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/rival_environment.h"
#include "blas/exports.h"
#include "core/cleanup.h"

static bool is_listed(char (*list)[512], int count, const char *path)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i], path) == 0)
            return true;
    return false;
}

static bool is_runtime(const char *path)
{
    const char *name = strrchr(path, '/');
    return name && (strncmp(name, "/libgomp", 8) == 0 || strncmp(name, "/libomp.", 8) == 0 ||
                    strncmp(name, "/libiomp5", 9) == 0);
}

/* The loader puts each library below the one before it, so that a list by address, read backwards, is roughly
 * the order in which they were loaded. */
typedef struct mapping {
    char (*paths)[512];
    int count;
} mapping;

static void list_files(FILE *maps, mapping *list)
{
    char line[PATH_MAX + 128];
    while (fgets(line, sizeof line, maps)) {
        char *path = strchr(line, '/'), *end = strchr(line, '\n');
        if (!path || !end || end - path >= 512 || !strstr(path, ".so"))
            continue;
        *end = '\0';
        if (list->count > 0 && strcmp(list->paths[list->count - 1], path) == 0)
            continue;
        void *longer = realloc(list->paths, (size_t)(list->count + 1) * sizeof *list->paths);
        if (!longer)
            return;
        list->paths = longer;
        snprintf(list->paths[list->count++], 512, "%s", path);
    }
}

/* All of a file whose size is not known, with a zero after it: free (). NULL where memory ran out. */
static char *read_whole(FILE *file, size_t *size)
{
    enum { CHUNK_BYTES = 1 << 16 };
    char *bytes = NULL;
    size_t got = 1;
    for (*size = 0; got > 0; *size += got) {
        char *longer = realloc(bytes, *size + CHUNK_BYTES + 1);
        if (!longer) {
            free(bytes);
            return NULL;
        }
        bytes = longer;
        got = fread(bytes + *size, 1, CHUNK_BYTES, file);
    }
    bytes[*size] = '\0';
    return bytes;
}

/* As the process began: "NAME=value", each ended by a zero. */
static char **read_environment(pid_t pid)
{
    char name[64];
    size_t size = 0, count = 0;
    snprintf(name, sizeof name, "/proc/%d/environ", (int)pid);
    FILE *file = fopen(name, "re");
    char *bytes MM_FREED = file ? read_whole(file, &size) : NULL;
    if (file)
        fclose(file);
    for (size_t at = 0; at < size; at += strlen(bytes + at) + 1)
        count++;
    const char **entries MM_FREED = size > 0 ? calloc(count + 1, sizeof *entries) : NULL;
    if (!entries)
        return NULL;
    count = 0;
    for (size_t at = 0; at < size; at += strlen(bytes + at) + 1)
        if (strchr(bytes + at, '='))
            entries[count++] = bytes + at;
    return mm_environment_with(NULL, entries);
}

static void read_cpus(pid_t pid, char *cpus, size_t size)
{
    char name[64], line[256], value[128];
    snprintf(name, sizeof name, "/proc/%d/status", (int)pid);
    FILE *status = fopen(name, "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "Cpus_allowed_list: %127s", value) == 1)
            snprintf(cpus, size, "%s", value);
    if (status)
        fclose(status);
}

static bool add(char (*list)[512], int *count, int most, const char *path)
{
    if (is_listed(list, *count, path) || *count == most)
        return false;
    snprintf(list[(*count)++], 512, "%s", path);
    return true;
}

/* A file's symbols are read once, however many processes have it. */
static bool exports_any(const char *path)
{
    static char known[64][512];
    static int known_count;
    if (is_listed(known, known_count, path))
        return false;
    mm_exports exports = mm_exports_read(path);
    bool any = exports.gemm || exports.getrf;
    if (!any && known_count < 64)
        snprintf(known[known_count++], 512, "%s", path);
    return any;
}

void mm_mapped_read(pid_t pid, mm_watched *out)
{
    char name[64];
    mapping list = {0};
    bool is_first = out->file_count == 0, found = false;
    snprintf(name, sizeof name, "/proc/%d/maps", (int)pid);
    FILE *maps = fopen(name, "r");
    if (!maps)
        return;
    list_files(maps, &list);
    fclose(maps);
    out->processes += list.count > 0;
    for (int i = list.count - 1; i >= 0; i--) {
        const char *path = list.paths[i];
        if (is_runtime(path))
            add(out->runtimes, &out->runtime_count, 4, path);
        else if (is_listed(out->files, out->file_count, path) || exports_any(path))
            found = add(out->files, &out->file_count, MM_WATCH_FILES_MAX, path) || found;
    }
    free(list.paths);
    if (is_first && found) {
        mm_rival_environment_free(out->environment);
        out->environment = read_environment(pid);
    }
    if (found || !*out->cpus)
        read_cpus(pid, out->cpus, sizeof out->cpus);
}

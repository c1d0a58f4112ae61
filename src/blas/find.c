#include "blas/find.h"

#include <errno.h>
#include <fnmatch.h>
#include <fts.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The files that serve gemm. libblas.so.3 only where it is a library of its own: elsewhere it is a link or a
 * shim to one of the others. */
static const char *const files[] = {
    "libopenblas.so.[0-9]",  "libopenblas64_.so.[0-9]",
    "libscipy_openblas*.so", /* PyPI: scipy-openblas32 and 64, and numpy.libs/ */
    "libblis.so.[0-9]",      "libmkl_rt.so.[0-9]",
    "libdnnl.so.[0-9]",      "blas/libblas.so.3", /* Debian's reference BLAS */
    "atlas/libblas.so.3",                         /* and its ATLAS */
};
enum { FILE_COUNT = sizeof files / sizeof *files };

/* Debian, Fedora, Arch and openSUSE; what was installed by hand; Intel's installer. */
static const char *const folders[] = {
    "/usr/lib/*-linux-gnu*",
    "/usr/lib/*-linux-gnu*/*",
    "/usr/lib64",
    "/usr/lib64/*",
    "/usr/lib",
    "/usr/local/lib",
    "/usr/local/lib64",
    "/opt/*/lib",
    "/opt/intel/oneapi/mkl/latest/lib",
};
enum { FOLDER_COUNT = sizeof folders / sizeof *folders };

/* Adds the path with its links resolved, unless it is there. */
static mm_status add(mm_paths *found, const char *path, mm_error *err)
{
    char *resolved = realpath(path, NULL);
    if (!resolved)
        return MM_OK; /* a dangling link serves nobody */
    for (int i = 0; i < found->count; i++)
        if (strcmp(found->paths[i], resolved) == 0) {
            free(resolved);
            return MM_OK;
        }
    char **paths = realloc(found->paths, (size_t)(found->count + 1) * sizeof *paths);
    if (!paths) {
        free(resolved);
        return mm_fail_memory(err, (double)(found->count + 1) * sizeof *paths);
    }
    found->paths = paths;
    paths[found->count++] = resolved;
    return MM_OK;
}

static mm_status add_glob(mm_paths *found, const char *folder, const char *file, mm_error *err)
{
    char pattern[256];
    glob_t matches = {0};
    mm_status status = MM_OK;
    snprintf(pattern, sizeof pattern, "%s/%s", folder, file);
    if (glob(pattern, 0, NULL, &matches) == 0)
        for (size_t i = 0; i < matches.gl_pathc && status == MM_OK; i++)
            status = add(found, matches.gl_pathv[i], err);
    globfree(&matches);
    return status;
}

static bool is_named_like_blas(const char *path)
{
    char pattern[64];
    for (int i = 0; i < FILE_COUNT; i++) {
        snprintf(pattern, sizeof pattern, "*/%s", files[i]);
        if (fnmatch(pattern, path, 0) == 0)
            return true;
    }
    return false;
}

static int by_name(const FTSENT **left, const FTSENT **right)
{
    return strcmp((*left)->fts_name, (*right)->fts_name);
}

static mm_status add_below(mm_paths *found, char *folder, mm_error *err)
{
    char *roots[] = {folder, NULL};
    mm_status status = MM_OK;
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
    for (FTSENT *entry; tree && status == MM_OK && (entry = fts_read(tree)) != NULL;)
        if ((entry->fts_info == FTS_F || entry->fts_info == FTS_SL) && is_named_like_blas(entry->fts_path))
            status = add(found, entry->fts_path, err);
    if (tree)
        fts_close(tree);
    return status;
}

static mm_status add_entry(mm_paths *found, char *entry, mm_error *err)
{
    struct stat about;
    if (!*entry)
        return MM_OK;
    if (stat(entry, &about) != 0)
        return mm_fail(err, MM_USAGE, "badBlasPath",
                       "MM_BLAS_PATH names '%.300s': %s; expected libraries or folders, separated by colons",
                       entry, strerror(errno));
    return S_ISDIR(about.st_mode) ? add_below(found, entry, err) : add(found, entry, err);
}

static mm_status add_named(mm_paths *found, mm_error *err)
{
    const char *named = getenv("MM_BLAS_PATH");
    char *copy = strdup(named ? named : ""), *at = copy, *entry;
    mm_status status = copy ? MM_OK : mm_fail_memory(err, 1);
    while (status == MM_OK && (entry = strsep(&at, ":")) != NULL)
        status = add_entry(found, entry, err);
    free(copy);
    return status;
}

mm_status mm_blas_find(mm_paths *found, mm_error *err)
{
    *found = (mm_paths){0};
    mm_status status = add_named(found, err);
    for (int i = 0; i < FOLDER_COUNT * FILE_COUNT && status == MM_OK; i++)
        status = add_glob(found, folders[i / FILE_COUNT], files[i % FILE_COUNT], err);
    return status;
}

void mm_paths_free(mm_paths *paths)
{
    for (int i = 0; i < paths->count; i++)
        free(paths->paths[i]);
    free(paths->paths);
    *paths = (mm_paths){0};
}

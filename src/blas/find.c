#include "blas/find.h"

#include <elf.h>
#include <errno.h>
#include <fts.h>
#include <glob.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "blas/alternatives.h"
#include "blas/blas.h"
#include "blas/command.h"
#include "blas/provider.h"

/* Debian, Fedora, Arch and openSUSE; what was installed by hand; Intel's and Arm's installers. */
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

const char *mm_origin_name(mm_origin origin)
{
    static const char *const names[] = {[MM_ORIGIN_NAMED] = "MM_BLAS_PATH",
                                        [MM_ORIGIN_LDCONFIG] = "ldconfig",
                                        [MM_ORIGIN_FOLDER] = "folder",
                                        [MM_ORIGIN_WHEEL] = "wheel",
                                        [MM_ORIGIN_ALTERNATIVES] = "alternatives",
                                        [MM_ORIGIN_LOADER] = "loader"};
    return names[origin];
}

/* --- A list of files. */

/* An ELF file of another class or machine than this program's can never be loaded: a 32-bit library of a
 * system that has both. What is no ELF file at all is for the loader to refuse. */
static bool is_foreign(const char *path)
{
    static const unsigned char magic[] = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3};
    ElfW(Ehdr) theirs = {0}, ours = {0};
    FILE *file = fopen(path, "rb"), *self = fopen("/proc/self/exe", "rb");
    bool read = file && self && fread(&theirs, sizeof theirs, 1, file) == 1 &&
                fread(&ours, sizeof ours, 1, self) == 1;
    if (file)
        fclose(file);
    if (self)
        fclose(self);
    if (!read || memcmp(theirs.e_ident, magic, sizeof magic) != 0)
        return false;
    return theirs.e_ident[EI_CLASS] != ours.e_ident[EI_CLASS] || theirs.e_machine != ours.e_machine;
}

static bool has_path(const mm_paths *paths, const char *resolved)
{
    for (int i = 0; i < paths->count; i++)
        if (strcmp(paths->paths[i], resolved) == 0)
            return true;
    return false;
}

/* Takes the resolved path into the list's ownership. */
static mm_status append(mm_paths *paths, char *resolved, mm_origin origin, mm_error *err)
{
    size_t count = (size_t)paths->count + 1;
    char **longer = realloc(paths->paths, count * sizeof *longer);
    if (longer)
        paths->paths = longer;
    mm_origin *origins = realloc(paths->origins, count * sizeof *origins);
    if (origins)
        paths->origins = origins;
    if (!longer || !origins) {
        free(resolved);
        return mm_fail_memory(err, (double)(count * sizeof *longer));
    }
    paths->paths[paths->count] = resolved;
    paths->origins[paths->count++] = origin;
    return MM_OK;
}

mm_status mm_paths_add(mm_paths *paths, const char *path, mm_origin origin, mm_error *err)
{
    char *resolved = realpath(path, NULL);
    if (resolved && !has_path(paths, resolved) && !is_foreign(resolved))
        return append(paths, resolved, origin, err);
    free(resolved); /* a dangling link serves nobody */
    return MM_OK;
}

void mm_paths_free(mm_paths *paths)
{
    for (int i = 0; i < paths->count; i++)
        free(paths->paths[i]);
    free(paths->paths);
    free(paths->origins);
    *paths = (mm_paths){0};
}

/* --- Folders. */

/* All that FOLDER/FILE matches, both being patterns. */
static mm_status add_glob(mm_paths *found, const char *folder, const char *file, mm_origin origin,
                          mm_error *err)
{
    char pattern[1024];
    glob_t matches = {0};
    mm_status status = MM_OK;
    snprintf(pattern, sizeof pattern, "%s/%s", folder, file);
    if (glob(pattern, 0, NULL, &matches) == 0)
        for (size_t i = 0; i < matches.gl_pathc && status == MM_OK; i++)
            status = mm_paths_add(found, matches.gl_pathv[i], origin, err);
    globfree(&matches);
    return status;
}

/* The files of every provider that is known. */
static mm_status add_folder(mm_paths *found, const char *folder, mm_origin origin, mm_error *err)
{
    mm_status status = MM_OK;
    for (int i = 0; i < mm_provider_kind_count; i++) {
        const char *const *files = mm_provider_kinds[i].files;
        for (int f = 0; f < MM_PROVIDER_FILES_MAX && files[f] && status == MM_OK; f++)
            status = add_glob(found, folder, files[f], origin, err);
    }
    return status;
}

static mm_status add_folders(mm_paths *found, mm_error *err)
{
    mm_status status = MM_OK;
    for (int i = 0; i < FOLDER_COUNT && status == MM_OK; i++)
        status = add_folder(found, folders[i], MM_ORIGIN_FOLDER, err);
    return status;
}

/* --- MM_BLAS_PATH. */

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
        if ((entry->fts_info == FTS_F || entry->fts_info == FTS_SL) && mm_provider_of_file(entry->fts_path))
            status = mm_paths_add(found, entry->fts_path, MM_ORIGIN_NAMED, err);
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
    return S_ISDIR(about.st_mode) ? add_below(found, entry, err)
                                  : mm_paths_add(found, entry, MM_ORIGIN_NAMED, err);
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

/* --- The loader's cache. */

mm_status mm_paths_add_ldconfig(mm_paths *paths, const char *text, mm_error *err)
{
    mm_status status = MM_OK;
    for (const char *line = text; *line && status == MM_OK;) {
        size_t length = strcspn(line, "\n");
        char path[1024] = "", name[256] = "";
        bool is_entry = sscanf(line, " %255s (%*[^)]) => %1023[^\n]", name, path) == 2;
        if (is_entry && (mm_provider_of_file(path) || strncmp(name, "libblas.so.3", 12) == 0))
            status = mm_paths_add(paths, path, MM_ORIGIN_LDCONFIG, err);
        line += length + (line[length] == '\n');
    }
    return status;
}

static mm_status add_ldconfig(mm_paths *found, mm_error *err)
{
    char *argv[] = {"ldconfig", "-p", NULL};
    char *text = mm_command_output(argv, MM_COMMAND_PATIENCE_S);
    mm_status status = mm_paths_add_ldconfig(found, text ? text : "", err);
    free(text);
    return status;
}

/* --- Python's packages. */

mm_status mm_paths_add_wheels(mm_paths *paths, const char *site_packages, mm_error *err)
{
    char folder[1024];
    mm_status status = MM_OK;
    static const char *const below[] = {"*.libs", "*/.libs", "*/lib"};
    for (size_t i = 0; i < sizeof below / sizeof *below && status == MM_OK; i++) {
        snprintf(folder, sizeof folder, "%.900s/%s", site_packages, below[i]);
        status = add_folder(paths, folder, MM_ORIGIN_WHEEL, err);
    }
    return status;
}

/* PREFIX/lib/python3*, with the libraries that wheels put into PREFIX/lib itself. */
static mm_status add_python(mm_paths *found, const char *prefix, mm_error *err)
{
    char folder[1024];
    static const char *const below[] = {"lib/python3*/site-packages", "lib/python3*/dist-packages",
                                        "lib64/python3*/site-packages"};
    mm_status status = MM_OK;
    for (size_t i = 0; i < sizeof below / sizeof *below && status == MM_OK; i++) {
        snprintf(folder, sizeof folder, "%.900s/%s", prefix, below[i]);
        status = mm_paths_add_wheels(found, folder, err);
    }
    snprintf(folder, sizeof folder, "%.900s/lib", prefix);
    return status == MM_OK ? add_folder(found, folder, MM_ORIGIN_WHEEL, err) : status;
}

/* Of the python3 on PATH. */
static mm_status add_python_on_path(mm_paths *found, mm_error *err)
{
    const char *path = getenv("PATH");
    char *copy = strdup(path ? path : ""), *at = copy, *folder;
    mm_status status = copy ? MM_OK : mm_fail_memory(err, 1);
    while (status == MM_OK && (folder = strsep(&at, ":")) != NULL) {
        char program[1024];
        struct stat about;
        snprintf(program, sizeof program, "%.1000s/python3", folder);
        char *end = strrchr(folder, '/');
        if (stat(program, &about) != 0 || !end || strcmp(end, "/bin") != 0)
            continue;
        *end = '\0';
        status = add_python(found, folder, err);
    }
    free(copy);
    return status;
}

/* Where else Pythons are: virtual environments, conda, `pip install --user`, pyenv. */
static mm_status add_pythons(mm_paths *found, mm_error *err)
{
    static const struct {
        const char *variable, *below;
    } places[] = {
        {"VIRTUAL_ENV", ""}, {"CONDA_PREFIX", ""}, {"HOME", "/.local"}, {"HOME", "/.pyenv/versions/*"}};
    char prefix[1024];
    mm_status status = add_python_on_path(found, err);
    for (size_t i = 0; i < sizeof places / sizeof *places && status == MM_OK; i++) {
        const char *value = getenv(places[i].variable);
        snprintf(prefix, sizeof prefix, "%.900s%s", value ? value : "", places[i].below);
        if (value && *value)
            status = add_python(found, prefix, err);
    }
    return status;
}

/* --- What can be, and what is, the system's libblas.so.3. */

static mm_status add_alternatives(mm_paths *found, mm_error *err)
{
    mm_alternatives alternatives;
    mm_status status = MM_OK;
    mm_alternatives_read("", "libblas.so.3", &alternatives);
    for (int i = 0; i < alternatives.count && status == MM_OK; i++)
        status = mm_paths_add(found, alternatives.choices[i].path, MM_ORIGIN_ALTERNATIVES, err);
    return status;
}

static mm_status add_linked(mm_paths *found, mm_error *err)
{
    char path[MM_BLAS_PATH_SIZE];
    mm_blas_path(path);
    return *path ? mm_paths_add(found, path, MM_ORIGIN_LOADER, err) : MM_OK;
}

mm_status mm_blas_find(mm_paths *found, mm_error *err)
{
    static mm_status (*const steps[])(mm_paths *, mm_error *) = {add_named,   add_ldconfig,     add_folders,
                                                                 add_pythons, add_alternatives, add_linked};
    mm_status status = MM_OK;
    *found = (mm_paths){0};
    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == MM_OK; i++)
        status = steps[i](found, err);
    return status;
}

/* A scratch folder for tests that write files, and validation by tests/validate.py. Include after cmocka.h.
 */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char scratch[256];

static inline int scratch_make(void **state)
{
    (void)state;
    const char *parent = getenv("TMPDIR");
    snprintf(scratch, sizeof scratch, "%s/gemmlab-test-XXXXXX", parent && *parent ? parent : "/tmp");
    return mkdtemp(scratch) ? 0 : -1;
}

static inline int scratch_remove_one(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info, (void)type, (void)walk;
    return remove(path);
}

static inline int scratch_remove(void **state)
{
    (void)state;
    return nftw(scratch, scratch_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* The path of a name in the folder; good until the next call but three. */
static inline const char *scratch_path(const char *name)
{
    static char paths[4][512];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", scratch, name);
    return path;
}

static inline void scratch_put(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline int scratch_count(const char *folder)
{
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return count;
}

/* The exit status of validate.py: 0 valid, 1 not. Skips the test where this cannot be asked. Run from the
 * top. */
static inline int validate(const char *schema, const char *path, bool quiet)
{
    char command[1024];
    snprintf(command, sizeof command, "/usr/bin/python3 tests/validate.py src/record/schema/%s %s%s", schema,
             path, quiet ? " >/dev/null" : " >&2");
    int status = system(command);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77 || WEXITSTATUS(status) == 127) {
        print_message("# skipped: /usr/bin/python3 with jsonschema is needed (Debian: python3-jsonschema)\n");
        skip();
    }
    return WEXITSTATUS(status);
}

#endif

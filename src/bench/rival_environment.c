#include "bench/rival_environment.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Set anew, or left out: what the user set for himself would choose a kernel for every rival. */
static const char *const ours[] = {
    "OPENBLAS_CORETYPE",    "OPENBLAS_L2_SIZE",   "BLIS_ARCH_TYPE",  "MKL_ENABLE_INSTRUCTIONS",
    "MKL_DEBUG_CPU_TYPE",   "ONEDNN_MAX_CPU_ISA", "LD_LIBRARY_PATH", "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS",   "MKL_NUM_THREADS", "BLIS_NUM_THREADS",
};
static const char *const thread_variables[] = {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                                               "BLIS_NUM_THREADS"};
enum {
    OURS_COUNT = sizeof ours / sizeof *ours,
    THREADS_COUNT = sizeof thread_variables / sizeof *thread_variables
};

static bool is_ours(const char *entry)
{
    for (int i = 0; i < OURS_COUNT; i++) {
        size_t length = strlen(ours[i]);
        if (strncmp(entry, ours[i], length) == 0 && entry[length] == '=')
            return true;
    }
    return false;
}

/* "LD_LIBRARY_PATH=/folder/of/the/library:what/it/was"; without a path what it was. */
static char *library_path(const char *path)
{
    const char *slash = strrchr(path, '/'), *before = getenv("LD_LIBRARY_PATH");
    char *entry;
    if (!*path)
        return asprintf(&entry, "LD_LIBRARY_PATH=%s", before ? before : "") < 0 ? NULL : entry;
    int length = asprintf(&entry, "LD_LIBRARY_PATH=%.*s%s%s", slash ? (int)(slash - path) : 1,
                          slash ? path : ".", before && *before ? ":" : "", before ? before : "");
    return length < 0 ? NULL : entry;
}

static char *thread_count(const char *variable, int threads)
{
    char *entry;
    return asprintf(&entry, "%s=%d", variable, threads) < 0 ? NULL : entry;
}

char **mm_rival_environment(const char *path, const char *setting, int threads)
{
    size_t inherited = 0, count = 0;
    while (environ && environ[inherited])
        inherited++;
    size_t room = inherited + THREADS_COUNT + 3;
    char **all = calloc(room, sizeof *all);
    if (!all)
        return NULL;
    for (size_t i = 0; i < inherited; i++)
        if (!is_ours(environ[i]))
            all[count++] = strdup(environ[i]);
    for (int i = 0; i < THREADS_COUNT; i++)
        all[count++] = thread_count(thread_variables[i], threads);
    all[count++] = library_path(path);
    if (*setting)
        all[count++] = strdup(setting);
    for (size_t i = 0; i < count; i++)
        if (!all[i]) { /* memory ran out: what follows a hole would be lost */
            for (size_t f = 0; f < count; f++)
                free(all[f]);
            free(all);
            return NULL;
        }
    return all;
}

void mm_rival_environment_free(char **environment)
{
    for (char **entry = environment; entry && *entry; entry++)
        free(*entry);
    free(environment);
}

#include "bench/rival_environment.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the user set for himself would choose a kernel for every rival. */
static const char *const kernel_variables[] = {"OPENBLAS_CORETYPE",
                                               "OPENBLAS_L2_SIZE",
                                               "BLIS_ARCH_TYPE",
                                               "MKL_ENABLE_INSTRUCTIONS",
                                               "MKL_DEBUG_CPU_TYPE",
                                               "ONEDNN_MAX_CPU_ISA",
                                               NULL};
static const char *const thread_variables[] = {"OMP_NUM_THREADS",  "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                                               "BLIS_NUM_THREADS", "GOTO_NUM_THREADS",     NULL};
static const char *const folder_variables[] = {"LD_LIBRARY_PATH", NULL};
enum { THREADS_SET = 4 }; /* the first of thread_variables; GOTO's would add nothing */

/* Is it NAME=..., of one of these names? */
static bool is_one_of(const char *entry, const char *const *names)
{
    for (; *names; names++) {
        size_t length = strlen(*names);
        if (strncmp(entry, *names, length) == 0 && entry[length] == '=')
            return true;
    }
    return false;
}

/* Of what we inherit: is it set anew, or left out? */
static bool is_replaced(const char *entry, const mm_rival_settings *settings)
{
    size_t name = strcspn(settings->setting, "=") + 1;
    return is_one_of(entry, folder_variables) ||
           (settings->threads > 0 && is_one_of(entry, thread_variables)) ||
           (!settings->keep_kernel && is_one_of(entry, kernel_variables)) ||
           (*settings->setting && strncmp(entry, settings->setting, name) == 0);
}

/* "LD_LIBRARY_PATH=/folder/of/the/library:what/it/was" */
static char *library_path(const char *path)
{
    const char *before = getenv("LD_LIBRARY_PATH");
    char *entry;
    int length = asprintf(&entry, "LD_LIBRARY_PATH=%.*s%s%s", (int)(strrchr(path, '/') - path), path,
                          before && *before ? ":" : "", before ? before : "");
    return length < 0 ? NULL : entry;
}

static char *thread_count(const char *variable, int threads)
{
    char *entry;
    return asprintf(&entry, "%s=%d", variable, threads) < 0 ? NULL : entry;
}

char **mm_rival_environment(const mm_rival_settings *settings)
{
    size_t inherited = 0, count = 0;
    while (environ && environ[inherited])
        inherited++;
    size_t room = inherited + THREADS_SET + 3;
    char **all = calloc(room, sizeof *all);
    if (!all)
        return NULL;
    for (size_t i = 0; i < inherited; i++)
        if (!is_replaced(environ[i], settings))
            all[count++] = strdup(environ[i]);
    for (int i = 0; i < THREADS_SET && settings->threads > 0; i++)
        all[count++] = thread_count(thread_variables[i], settings->threads);
    if (strchr(settings->path, '/'))
        all[count++] = library_path(settings->path);
    if (*settings->setting)
        all[count++] = strdup(settings->setting);
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

#include "bench/rival_environment.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/cleanup.h"

const char *const mm_thread_variables[] = {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                                           "BLIS_NUM_THREADS", NULL};
/* What the user set for himself would choose a kernel for every rival. */
static const char *const kernel_variables[] = {"OPENBLAS_CORETYPE",  "OPENBLAS_L2_SIZE",
                                               "BLIS_ARCH_TYPE",     "MKL_ENABLE_INSTRUCTIONS",
                                               "MKL_DEBUG_CPU_TYPE", "ONEDNN_MAX_CPU_ISA"};
enum {
    THREAD_VARIABLES = sizeof mm_thread_variables / sizeof *mm_thread_variables - 1,
    KERNEL_VARIABLES = sizeof kernel_variables / sizeof *kernel_variables
};

/* Is it about the variable that the setting names? Either may have a value. */
static bool is_same_variable(const char *entry, const char *setting)
{
    size_t length = strcspn(setting, "=");
    return strcspn(entry, "=") == length && strncmp(entry, setting, length) == 0;
}

static bool is_set_later(const char *entry, const char *const *settings)
{
    for (; *settings; settings++)
        if (is_same_variable(entry, *settings))
            return true;
    return false;
}

static size_t count_entries(char *const *list)
{
    size_t count = 0;
    while (list && list[count])
        count++;
    return count;
}

char **mm_environment_with(char *const *base, const char *const *settings)
{
    size_t inherited = count_entries(base), added = count_entries((char *const *)settings), count = 0;
    char **all = calloc(inherited + added + 1, sizeof *all);
    if (!all)
        return NULL;
    for (size_t i = 0; i < inherited; i++)
        if (!is_set_later(base[i], settings))
            all[count++] = strdup(base[i]);
    for (size_t i = 0; i < added; i++)
        if (strchr(settings[i], '=') && !is_set_later(settings[i], settings + i + 1))
            all[count++] = strdup(settings[i]);
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

const char *mm_environment_value(char *const *environment, const char *name)
{
    for (; environment && *environment; environment++)
        if (strchr(*environment, '=') && is_same_variable(*environment, name))
            return strchr(*environment, '=') + 1;
    return NULL;
}

char *mm_environment_library_path(const char *path, const char *before)
{
    const char *slash = strrchr(path, '/');
    char *entry;
    int length = asprintf(&entry, "LD_LIBRARY_PATH=%.*s%s%s", slash ? (int)(slash - path) : 1,
                          slash ? path : ".", before && *before ? ":" : "", before ? before : "");
    return length < 0 ? NULL : entry;
}

char **mm_rival_environment(const mm_rival_settings *s)
{
    char *MM_FREED folder = mm_environment_library_path(s->path, getenv("LD_LIBRARY_PATH"));
    char counts[THREAD_VARIABLES][32];
    const char *settings[KERNEL_VARIABLES + THREAD_VARIABLES + 4];
    int count = 0;
    for (int i = 0; !s->keep_kernel && i < KERNEL_VARIABLES; i++)
        settings[count++] = kernel_variables[i];
    for (int i = 0; s->threads > 0 && i < THREAD_VARIABLES; i++) {
        snprintf(counts[i], sizeof counts[i], "%s=%d", mm_thread_variables[i], s->threads);
        settings[count++] = counts[i];
    }
    if (s->threads > 0)
        settings[count++] = "GOTO_NUM_THREADS"; /* left out: it would add nothing */
    if (strchr(s->path, '/'))
        settings[count++] = folder;
    if (*s->setting)
        settings[count++] = s->setting;
    settings[count] = NULL;
    return folder ? mm_environment_with(environ, settings) : NULL;
}

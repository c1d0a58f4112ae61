#include "doctor/subject.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/rival_environment.h"
#include "blas/exports.h"
#include "core/cleanup.h"
#include "doctor/watch.h"

static const double OCTAVE_PATIENCE_S = 20;

static void add_library(mm_subject *subject, const char *path)
{
    if (subject->library_count == MM_SERVED_MAX)
        return;
    mm_served *library = &subject->libraries[subject->library_count++];
    snprintf(library->path, sizeof library->path, "%s", path);
    mm_owner_find(path, &library->owner);
}

/* --- The default. */

/* The LAPACK that the loader gives: opened here, as the default BLAS is. */
static void find_lapack(char *path, size_t size)
{
    Dl_info info;
    void *handle = dlopen("liblapack.so.3", RTLD_LAZY | RTLD_LOCAL);
    void *getrf = handle ? dlsym(handle, "dgetrf_") : NULL;
    if (getrf && dladdr(getrf, &info) && info.dli_fname) {
        char *MM_FREED resolved = realpath(info.dli_fname, NULL);
        snprintf(path, size, "%s", resolved ? resolved : info.dli_fname);
    }
    if (handle)
        dlclose(handle);
}

mm_status mm_subject_default(mm_exam *exam, mm_subject *subject, mm_error *err)
{
    static const char *const unchanged[] = {NULL};
    char path[MM_BLAS_PATH_SIZE];
    (void)exam;
    mm_blas_path(path);
    snprintf(subject->name, sizeof subject->name, MM_DEFAULT_LIBRARY);
    if (*path)
        add_library(subject, path);
    else
        snprintf(subject->reason, sizeof subject->reason, "no file could be found that serves sgemm_");
    find_lapack(subject->lapack, sizeof subject->lapack);
    subject->environment = mm_environment_with(environ, unchanged);
    return subject->environment ? MM_OK : mm_fail_memory(err, sizeof *subject->environment);
}

/* --- A program. */

static void take_watched(mm_subject *subject, mm_watched *watched)
{
    for (int i = 0; i < watched->file_count; i++) {
        mm_exports exports = mm_exports_read(watched->files[i]);
        if (exports.gemm)
            add_library(subject, watched->files[i]);
        if (exports.getrf && !*subject->lapack)
            snprintf(subject->lapack, sizeof subject->lapack, "%s", watched->files[i]);
    }
    for (int i = 0; i < watched->runtime_count && i < MM_RUNTIMES_MAX; i++)
        snprintf(subject->runtimes[subject->runtime_count++], sizeof *subject->runtimes, "%s",
                 watched->runtimes[i]);
    snprintf(subject->cpus, sizeof subject->cpus, "%s", watched->cpus);
    subject->environment = watched->environment;
    watched->environment = NULL;
    if (subject->library_count == 0)
        snprintf(subject->reason, sizeof subject->reason, "%s (%d process%s read%s)",
                 watched->processes > 0 ? "it has loaded no library that exports a BLAS"
                                        : "none of its processes could be read",
                 watched->processes, watched->processes == 1 ? "" : "es",
                 watched->is_traced ? " at the end" : " from time to time: ptrace is not allowed");
}

mm_status mm_subject_program(mm_exam *exam, mm_subject *subject, mm_error *err)
{
    const mm_doctor_options *options = exam->options;
    const mm_watch_options watch = {.output = options->program_output, .interrupted = options->interrupted};
    mm_watched watched;
    snprintf(subject->name, sizeof subject->name, "%.90s", options->program[0]);
    if (options->progress)
        options->progress(NULL); /* the terminal is the program's */
    mm_status status = mm_watch(options->program, &watch, &watched, err);
    exam->out->program_status = watched.exit_status;
    if (status == MM_OK)
        take_watched(subject, &watched);
    mm_watched_free(&watched);
    return status;
}

/* --- Octave. */

mm_status mm_subject_octave(mm_exam *exam, mm_subject *subject, mm_error *err)
{
    const mm_doctor_options *options = exam->options;
    char *const argv[] = {
        (char *)options->octave, "--no-init-file", "--no-history", "--quiet", "--eval", "1;", NULL};
    const mm_watch_options watch = {.output = STDERR_FILENO,
                                    .quiet = true,
                                    .limit_s = OCTAVE_PATIENCE_S,
                                    .interrupted = options->interrupted};
    mm_watched watched;
    mm_error why = {0};
    snprintf(subject->name, sizeof subject->name, "Octave (%.60s)", options->octave);
    if (options->progress)
        options->progress("asking Octave which library it has loaded");
    mm_status status = mm_watch(argv, &watch, &watched, &why);
    if (status == MM_OK)
        take_watched(subject, &watched);
    mm_watched_free(&watched);
    if (status == MM_OK || mm_is_fatal(status))
        return status == MM_OK ? MM_OK : mm_fail(err, status, why.id, "%s", why.text);
    snprintf(subject->reason, sizeof subject->reason, "%.250s", why.text);
    return MM_OK;
}

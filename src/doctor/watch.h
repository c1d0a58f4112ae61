/* What a program has loaded, read from its processes: ptrace stops each as it ends, when everything it loaded
 * is still mapped. Where ptrace is refused, /proc is read again and again while they run. */
#ifndef MM_WATCH_H
#define MM_WATCH_H

#include <stdbool.h>
#include <sys/types.h>

#include "core/status.h"

enum { MM_WATCH_FILES_MAX = 16 };

typedef struct mm_watched {
    char files[MM_WATCH_FILES_MAX][512]; /* that export a BLAS or a LAPACK, roughly in the order loaded */
    int file_count;
    char runtimes[4][512]; /* OpenMP run-time libraries: libgomp, libomp, libiomp5 */
    int runtime_count;
    char **environment; /* of the first process that had such a file, as it began; else ours; owned */
    char cpus[128];     /* "0-1": what its main thread may run on at its end; "" unknown */
    int exit_status;    /* of the program; 128 + the signal that ended it */
    int processes;      /* whose memory was read */
    bool is_traced;     /* false: /proc was read from time to time, and what came and went may be missing */
} mm_watched;

typedef struct mm_watch_options {
    int output;                /* file descriptor for its standard output, or -1: ours */
    bool quiet;                /* its standard error goes nowhere */
    bool poll;                 /* do not use ptrace */
    double limit_s;            /* it is ended after so long; 0: never */
    bool (*interrupted)(void); /* then it is ended; may be NULL */
} mm_watch_options;

/* Runs argv to its end. Free with mm_watched_free, also after an error. Errors: noProgram (MM_UNAVAILABLE: it
 * cannot be started), hung (MM_UNAVAILABLE), noMemory, MM_INTERRUPTED. */
mm_status mm_watch(char *const *argv, const mm_watch_options *options, mm_watched *watched, mm_error *err);
void mm_watched_free(mm_watched *watched);

#endif

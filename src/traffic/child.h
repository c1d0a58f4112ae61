/* Other programs, run beside each other with a deadline. */
#ifndef MM_CHILD_H
#define MM_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "core/status.h"

typedef struct mm_child {
    pid_t pid;  /* 0: none */
    int status; /* of wait (2), once it has ended */
} mm_child;

/* Starts a program found on PATH with stdin from /dev/null and stdout and stderr in the files named. Error:
 * MM_UNAVAILABLE noProcess. */
mm_status mm_child_start(char *const argv[], const char *out, const char *log, mm_child *child,
                         mm_error *err);

/* Waits until all have ended. Where one does not end with status 0, or the deadline (mm_clock_s) passes, or
 * the user interrupts, the others are killed. Errors: MM_UNAVAILABLE childFailed or tooLong, MM_INTERRUPTED.
 */
mm_status mm_children_wait(mm_child *children, int count, double deadline_s, bool (*interrupted)(void),
                           mm_error *err);

#endif

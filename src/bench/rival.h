/* The parent's side of a worker (worker.h): started, asked, and ended. It is stopped (SIGSTOP) except while
 * it answers, so that nothing of it, a spinning thread of its library for one, takes time from another's
 * measurement. */
#ifndef MM_RIVAL_H
#define MM_RIVAL_H

#include <sys/types.h>

#include "bench/worker.h"

typedef struct mm_rival {
    pid_t pid; /* 0: it does not run */
    int socket;
    bool (*interrupted)(void); /* asked while waiting; may be NULL */
    mm_answer hello;
} mm_rival;

/* Starts argv with the environment envp, and waits for its first answer. memory is the file of the shared
 * memory. An answer that does not come within limit_s, here and below, is a hang. Errors (MM_UNAVAILABLE):
 * noProcess; crashed, hung or badAnswer, after which the process is gone; and the worker's own.
 * MM_INTERRUPTED: the same, by the user. */
mm_status mm_rival_start(mm_rival *rival, char *const argv[], char *const envp[], int memory, double limit_s,
                         mm_error *err);
mm_status mm_rival_ask(mm_rival *rival, const mm_request *request, double limit_s, mm_answer *answer,
                       mm_error *err);
void mm_rival_end(mm_rival *rival); /* one that does not run is fine */

#endif

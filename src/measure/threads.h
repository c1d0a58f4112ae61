/* Threads that do the same work at the same time, so that a rate of all threads is measured and not one
 * thread's multiplied. */
#ifndef MM_THREADS_H
#define MM_THREADS_H

#include <sys/types.h>

#include "core/status.h"

typedef void mm_threads_work(void *context, int thread); /* thread: 0 .. threads - 1 */
typedef struct mm_threads mm_threads;

/* As many threads as asked for, each kept to one of the CPUs that this process may run on, in turn, so that
 * no two share one that need not. A team of one has no thread of its own: the caller does the work. Error:
 * noThread. Stop it with mm_threads_stop (NULL is fine). */
mm_status mm_threads_start(int threads, mm_threads_work *work, void *context, mm_threads **team,
                           mm_error *err);
void mm_threads_stop(mm_threads *team);

int mm_threads_size(const mm_threads *team);

/* All threads meet at a barrier and do the work once; returns the seconds from the first that started to the
 * last that ended. */
double mm_threads_round(mm_threads *team);

/* More threads than a CPU mask of the system holds (CPU_SETSIZE, sched.h) are a slip of the pen. */
enum { MM_THREADS_MAX = 1024 };

/* How many CPUs this process may run on: the size of a team of "all threads". At least 1. */
int mm_threads_all(void);

/* Keeps a process (0: this one) to the last `cpus` of the CPUs that this one may use, the same for all whose
 * times are compared; to all of them where there are not so many. Threads that it starts later inherit that.
 */
void mm_threads_pin(pid_t pid, int cpus);

#endif

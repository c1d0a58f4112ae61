#include "measure/scaling.h"

#include <pthread.h>

enum { THREADS_MAX = 64 };

typedef struct worker {
    pthread_t thread;
    mm_dtype dtype;
    double seconds_s;
    mm_peak peak;
} worker;

static void *run(void *context)
{
    worker *w = context;
    mm_peak_measure(mm_isa_best(), w->dtype, w->seconds_s, &w->peak);
    return NULL;
}

double mm_peak_scaling(mm_dtype dtype, int threads, double seconds_s)
{
    worker workers[THREADS_MAX];
    mm_peak alone;
    int started = 1;
    if (threads < 1 || threads > THREADS_MAX)
        return 0;
    for (int i = 0; i < threads; i++)
        workers[i] = (worker){.dtype = dtype, .seconds_s = seconds_s};
    mm_peak_measure(mm_isa_best(), dtype, seconds_s, &alone);
    while (started < threads && pthread_create(&workers[started].thread, NULL, run, &workers[started]) == 0)
        started++;
    run(&workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    double together = 0;
    for (int i = 0; i < threads; i++)
        together +=
            workers[i].peak.median_gflops; /* the best samples might be those with one thread at work */
    return started == threads ? together / alone.median_gflops : 0;
}

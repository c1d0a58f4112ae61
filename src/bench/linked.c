/* The library that this process is linked with, described and its threads tried, in this process. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bench/survey.h"
#include "bench/trial.h"
#include "core/random.h"
#include "measure/clock.h"
#include "measure/environment.h"

enum { TRIAL_N = 512, CALLS = 3, TRIES = 5 };

static double cpu_s(clockid_t whose)
{
    struct timespec now;
    clock_gettime(whose, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static mm_busy time_calls(const mm_matrix *A, const mm_matrix *B, mm_matrix *C)
{
    mm_blas_gemm('N', 'N', 1, A, B, 0, C); /* wakes threads that sleep */
    double own_s = cpu_s(CLOCK_THREAD_CPUTIME_ID), all_s = cpu_s(CLOCK_PROCESS_CPUTIME_ID);
    double start_s = mm_clock_s();
    for (int i = 0; i < CALLS; i++)
        mm_blas_gemm('N', 'N', 1, A, B, 0, C);
    double elapsed_s = mm_clock_s() - start_s;
    all_s = cpu_s(CLOCK_PROCESS_CPUTIME_ID) - all_s;
    own_s = cpu_s(CLOCK_THREAD_CPUTIME_ID) - own_s;
    return (mm_busy){elapsed_s > 0 ? all_s / elapsed_s : 0, own_s > 0 ? all_s / own_s : 0};
}

/* The clearest of some tries. Threads that worked before spin for a while, so that one may not look alone at
 * once. */
static mm_busy count_working(const mm_matrix *A, const mm_matrix *B, mm_matrix *C, int threads)
{
    const struct timespec pause = {.tv_nsec = 60000000};
    bool alone = threads == 1;
    mm_busy best = {.threads = alone ? INFINITY : 0};
    mm_blas_set_threads(threads);
    for (int i = 0; i < TRIES && (best.threads > MM_WORKING_BORDER) == alone; i++) {
        if (i > 0)
            nanosleep(&pause, NULL);
        mm_busy now = time_calls(A, B, C);
        if (alone ? now.threads < best.threads : now.threads > best.threads)
            best = now;
    }
    return best;
}

static void try_threads(const mm_matrix *A, const mm_matrix *B, mm_matrix *C, int cpus, mm_provider *p)
{
    mm_thread_trial *trial = &p->threads;
    mm_busy one = count_working(A, B, C, 1), many = count_working(A, B, C, cpus);
    mm_blas_set_threads(p->blas.threads > 0 ? p->blas.threads : cpus);
    *trial = (mm_thread_trial){.asked = cpus,
                               .by_call = true,
                               .busy_cpus = many.cpus,
                               .working = many.threads,
                               .alone = one.threads,
                               .took_effect =
                                   many.threads > MM_WORKING_BORDER && one.threads <= MM_WORKING_BORDER};
}

static const char *why_not_tried(const mm_provider *p, int cpus)
{
    if (cpus < 2)
        return "this process may use one CPU only";
    if (strcmp(p->blas.threading, "single") == 0)
        return "the library has one thread only";
    if (!mm_blas_set_threads(p->blas.threads > 0 ? p->blas.threads : 1))
        return "the library has no call that sets its threads; variables such as OMP_NUM_THREADS do, before "
               "it is loaded";
    return NULL;
}

mm_status mm_survey_linked(mm_provider *p, mm_error *err)
{
    mm_environment environment;
    mm_matrix A = {0}, B = {0}, C = {0};
    *p = (mm_provider){
        .origin = MM_ORIGIN_LOADER, .is_default = true, .is_usable = true, .has_dtype = {true, true}};
    mm_blas_describe(&p->blas);
    memcpy(p->path, p->blas.path, sizeof p->path);
    mm_owner_find(p->path, &p->owner);
    mm_environment_read(&environment);
    const char *why_not = why_not_tried(p, environment.affinity_count);
    if (why_not) {
        snprintf(p->threads.reason, sizeof p->threads.reason, "%s", why_not);
        return MM_OK;
    }
    mm_status status = mm_random_inputs(42, MM_F32, TRIAL_N, TRIAL_N, TRIAL_N, &A, &B, err);
    if (status == MM_OK)
        status = mm_matrix_new(MM_F32, TRIAL_N, TRIAL_N, &C, err);
    if (status == MM_OK)
        try_threads(&A, &B, &C, environment.affinity_count, p);
    mm_matrix_free(&A);
    mm_matrix_free(&B);
    mm_matrix_free(&C);
    return status;
}

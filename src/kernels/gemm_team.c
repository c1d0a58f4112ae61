#include "kernels/gemm_team.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

enum {
    WORKERS_MAX = 255,
    SPINS = 4000, /* looks before a wait sleeps: some 20 us, about what being woken takes */
};

static struct {
    pthread_mutex_t taken;  /* by the call that has the team */
    pthread_mutex_t mutex;  /* of all below */
    pthread_cond_t changed; /* job_number or phase */
    pthread_t workers[WORKERS_MAX];
    int worker_count;
    cpu_set_t affinity; /* that the workers were made with */
    struct job {
        mm_team_work *work; /* NULL: end */
        void *context;
        int count;
    } job;
    atomic_uint job_number, phase; /* of the meetings */
    atomic_int arrived;            /* at the next meeting */
} team = {.taken = PTHREAD_MUTEX_INITIALIZER,
          .mutex = PTHREAD_MUTEX_INITIALIZER,
          .changed = PTHREAD_COND_INITIALIZER};

static atomic_int limit;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* --- Waiting: look for a while, then sleep. */

static void wait_until_not(atomic_uint *number, unsigned old)
{
    for (int spin = 0; spin < SPINS; spin++) {
        if (atomic_load_explicit(number, memory_order_acquire) != old)
            return;
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
    pthread_mutex_lock(&team.mutex);
    while (atomic_load(number) == old)
        pthread_cond_wait(&team.changed, &team.mutex);
    pthread_mutex_unlock(&team.mutex);
}

static void advance(atomic_uint *number) /* the mutex is held */
{
    atomic_fetch_add(number, 1);
    pthread_cond_broadcast(&team.changed);
}

void mm_team_meet(int count)
{
    const unsigned phase = atomic_load(&team.phase);
    if (count == 1)
        return;
    if (atomic_fetch_add(&team.arrived, 1) + 1 < count) {
        wait_until_not(&team.phase, phase);
        return;
    }
    atomic_store(&team.arrived, 0);
    pthread_mutex_lock(&team.mutex);
    advance(&team.phase);
    pthread_mutex_unlock(&team.mutex);
}

/* --- Workers. */

typedef struct start {
    int rank;
    unsigned job_number; /* the last one that is not the worker's */
} start;

static start starts[WORKERS_MAX];

static void *worker(void *argument)
{
    const int rank = ((start *)argument)->rank;
    unsigned seen = ((start *)argument)->job_number;
    for (;;) {
        wait_until_not(&team.job_number, seen);
        pthread_mutex_lock(&team.mutex); /* the number and its job belong together */
        seen = atomic_load(&team.job_number);
        const struct job job = team.job;
        pthread_mutex_unlock(&team.mutex);
        if (!job.work)
            return NULL;
        if (rank < job.count) {
            job.work(job.context, rank, job.count);
            mm_team_meet(job.count);
        }
    }
}

static void post(mm_team_work *work, void *context, int count)
{
    pthread_mutex_lock(&team.mutex);
    team.job = (struct job){work, context, count};
    advance(&team.job_number);
    pthread_mutex_unlock(&team.mutex);
}

/* `taken` is held. */
static void end_workers(void)
{
    if (team.worker_count == 0)
        return;
    post(NULL, NULL, 0);
    for (int i = 0; i < team.worker_count; i++)
        pthread_join(team.workers[i], NULL);
    team.worker_count = 0;
}

static void add_workers(int count)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int i = team.worker_count; i < count; i++) {
        starts[i] = (start){i + 1, atomic_load(&team.job_number)};
        if (pthread_create(&team.workers[i], NULL, worker, &starts[i]) != 0)
            break;
        team.worker_count++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* --- The team. */

/* After fork the child has the caller only, whatever the others were doing. */
static void reset_in_child(void)
{
    memset(&team, 0, sizeof team);
    pthread_mutex_init(&team.taken, NULL);
    pthread_mutex_init(&team.mutex, NULL);
    pthread_cond_init(&team.changed, NULL);
}

static void register_reset(void)
{
    pthread_atfork(NULL, NULL, reset_in_child);
}

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

int mm_team_take(int wanted)
{
    cpu_set_t cpus;
    if (wanted <= 1 || sched_getaffinity(0, sizeof cpus, &cpus) != 0)
        return 1;
    const int most = atomic_load(&limit);
    wanted = least_of(wanted, least_of(CPU_COUNT(&cpus), WORKERS_MAX + 1));
    if (most > 0)
        wanted = least_of(wanted, most);
    pthread_once(&once, register_reset);
    if (wanted <= 1 || pthread_mutex_trylock(&team.taken) != 0)
        return 1;
    if (!CPU_EQUAL(&cpus, &team.affinity))
        end_workers();
    team.affinity = cpus;
    if (team.worker_count < wanted - 1)
        add_workers(wanted - 1);
    const int count = least_of(wanted, team.worker_count + 1);
    if (count == 1)
        pthread_mutex_unlock(&team.taken);
    return count;
}

void mm_team_run(int count, mm_team_work *work, void *context)
{
    if (count > 1)
        post(work, context, count);
    work(context, 0, count);
    mm_team_meet(count);
}

void mm_team_release(int count)
{
    if (count > 1)
        pthread_mutex_unlock(&team.taken);
}

void mm_team_limit(int cpus)
{
    atomic_store(&limit, cpus);
}

void mm_team_stop(void)
{
    pthread_mutex_lock(&team.taken);
    end_workers();
    pthread_mutex_unlock(&team.taken);
}

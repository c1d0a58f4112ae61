#include "measure/threads.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "measure/clock.h"

typedef struct member {
    mm_threads *team;
    pthread_t thread;
    int index;
    double start_s, end_s; /* of the last round */
} member;

struct mm_threads {
    mm_threads_work *work;
    void *context;
    int threads;
    bool stopping;
    pthread_mutex_t gate; /* shut while the team is made: not all threads may come into being */
    pthread_barrier_t begin, finish;
    member *members;
};

int mm_threads_all(void)
{
    cpu_set_t cpus;
    return sched_getaffinity(0, sizeof cpus, &cpus) == 0 && CPU_COUNT(&cpus) > 0 ? CPU_COUNT(&cpus) : 1;
}

void mm_threads_pin(pid_t pid, int cpus)
{
    cpu_set_t allowed, chosen;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    CPU_ZERO(&chosen);
    for (size_t cpu = CPU_SETSIZE; cpu-- > 0 && CPU_COUNT(&chosen) < cpus;)
        if (CPU_ISSET(cpu, &allowed))
            CPU_SET(cpu, &chosen);
    sched_setaffinity(pid, sizeof chosen, &chosen);
}

int mm_threads_size(const mm_threads *team)
{
    return team->threads;
}

/* The thread's CPU is the index-th, in turn, of those allowed. Where this fails the scheduler decides. */
static void keep_to_a_cpu(int index)
{
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) == 0)
        return;
    int left = index % CPU_COUNT(&allowed);
    size_t cpu = 0;
    while (!CPU_ISSET(cpu, &allowed) || left-- > 0)
        cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
}

static void do_work(member *me)
{
    me->start_s = mm_clock_s();
    me->team->work(me->team->context, me->index);
    me->end_s = mm_clock_s();
}

static void *run_member(void *context)
{
    member *me = context;
    mm_threads *team = me->team;
    keep_to_a_cpu(me->index);
    pthread_mutex_lock(&team->gate);
    pthread_mutex_unlock(&team->gate);
    if (team->stopping) /* not all came into being */
        return NULL;
    for (;;) {
        pthread_barrier_wait(&team->begin);
        if (team->stopping) /* asked only here: mm_threads_stop waits at this barrier for everyone */
            break;
        do_work(me);
        pthread_barrier_wait(&team->finish);
    }
    return NULL;
}

/* Signals are for the thread that started the program: Octave's handlers must run there. */
static int start_members(mm_threads *team)
{
    sigset_t all, before;
    int started = 0, error = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_mutex_lock(&team->gate);
    for (; started < team->threads && error == 0; started += error == 0) {
        team->members[started] = (member){.team = team, .index = started};
        error = pthread_create(&team->members[started].thread, NULL, run_member, &team->members[started]);
    }
    team->stopping = error != 0;
    pthread_mutex_unlock(&team->gate);
    for (int i = 0; error != 0 && i < started; i++)
        pthread_join(team->members[i].thread, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static void free_team(mm_threads *team)
{
    pthread_mutex_destroy(&team->gate);
    pthread_barrier_destroy(&team->begin);
    pthread_barrier_destroy(&team->finish);
    free(team->members);
    free(team);
}

mm_status mm_threads_start(int threads, mm_threads_work *work, void *context, mm_threads **team,
                           mm_error *err)
{
    mm_threads *made = calloc(1, sizeof *made);
    member *members = calloc((size_t)threads, sizeof *members);
    *team = NULL;
    if (!made || !members) {
        free(made);
        free(members);
        return mm_fail_memory(err, (double)threads * sizeof *members);
    }
    *made = (mm_threads){.work = work, .context = context, .threads = threads, .members = members};
    pthread_mutex_init(&made->gate, NULL);
    pthread_barrier_init(&made->begin, NULL, (unsigned)threads + 1);
    pthread_barrier_init(&made->finish, NULL, (unsigned)threads + 1);
    made->members[0] = (member){.team = made};
    int error = threads > 1 ? start_members(made) : 0;
    if (error == 0) {
        *team = made;
        return MM_OK;
    }
    free_team(made);
    return mm_fail(err, MM_UNAVAILABLE, "noThread", "%d threads could not be started: %s; ask for fewer",
                   threads, strerror(error));
}

double mm_threads_round(mm_threads *team)
{
    double start_s = INFINITY, end_s = -INFINITY;
    if (team->threads == 1) {
        do_work(&team->members[0]);
    } else {
        pthread_barrier_wait(&team->begin);
        pthread_barrier_wait(&team->finish);
    }
    for (int i = 0; i < team->threads; i++) {
        start_s = fmin(start_s, team->members[i].start_s);
        end_s = fmax(end_s, team->members[i].end_s);
    }
    return end_s - start_s;
}

void mm_threads_stop(mm_threads *team)
{
    if (!team)
        return;
    team->stopping = true;
    if (team->threads > 1) {
        pthread_barrier_wait(&team->begin);
        for (int i = 0; i < team->threads; i++)
            pthread_join(team->members[i].thread, NULL);
    }
    free_team(team);
}

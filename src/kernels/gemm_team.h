/* The threads of mm_gemm: a team that sleeps between calls.
 *
 * One call at a time has the team; a call that finds it taken works alone, so that no more threads run than
 * were asked for. A child after fork has none and makes its own. Workers block all signals: Ctrl-C is the
 * caller's. */
#ifndef MM_GEMM_TEAM_H
#define MM_GEMM_TEAM_H

/* Work for rank 0 .. count - 1; rank 0 is the calling thread. */
typedef void mm_team_work(void *context, int rank, int count);

/* Takes the team. Returns how many threads there are for the work, at most `wanted`, at most the CPUs that
 * the thread's affinity has (and mm_team_limit), and at least 1: the caller alone. Each call is followed by
 * mm_team_release. */
int mm_team_take(int wanted);

/* Runs the work on `count` threads, as mm_team_take returned it, and waits for all. */
void mm_team_run(int count, mm_team_work *work, void *context);

/* Waits until all `count` threads of the running work have come here: called by each of them. */
void mm_team_meet(int count);

void mm_team_release(int count);

/* From now on at most `cpus` threads (a control group's quota, rounded up); 0: no limit. */
void mm_team_limit(int cpus);

/* Ends all threads but the caller; a later call starts new ones. Needed before the code is unloaded. */
void mm_team_stop(void);

#endif

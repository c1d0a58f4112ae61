#include "frontends/exercise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/rival_environment.h"
#include "frontends/exercise_state.h"
#include "measure/clock.h"
#include "measure/threads.h"

static const double WORKER_LIMIT_S = 60; /* to load a library */

static mm_participant *add(mm_exercise_run_state *run, const mm_participant *participant, mm_error *err)
{
    mm_participant *more = realloc(run->participants, (size_t)(run->count + 1) * sizeof *more);
    if (!more) {
        mm_fail_memory(err, (double)(run->count + 1) * sizeof *more);
        return NULL;
    }
    run->participants = more;
    more[run->count++] = *participant;
    return &more[run->count - 1];
}

/* The front ends that run, with what the map saw of their product. */
static mm_status add_frontends(mm_exercise_run_state *run, mm_error *err)
{
    for (int i = 0; i < run->frontends->count; i++) {
        mm_front_end *frontend = &run->frontends->all[i];
        const mm_path_row *row =
            mm_path_map_row(run->map, frontend->about.name, frontend->about.version, "product");
        mm_participant p = {.frontend = frontend};
        if (*frontend->about.reason)
            continue;
        if (row && row->call_count > 0) {
            const mm_path_call *call = &row->calls[0];
            snprintf(p.routine, sizeof p.routine, "%s", call->routine);
            snprintf(p.library, sizeof p.library, "%s", call->library);
            snprintf(p.provider, sizeof p.provider, "%.16s%s%.24s", call->provider, *call->version ? " " : "",
                     call->version);
            snprintf(p.kernel, sizeof p.kernel, "%s", call->kernel);
        }
        if (!add(run, &p, err))
            return MM_IO;
    }
    return MM_OK;
}

static bool has_worker(const mm_exercise_run_state *run, const char *library)
{
    for (int i = 0; i < run->count; i++)
        if (!run->participants[i].frontend && strcmp(run->participants[i].library, library) == 0)
            return true;
    return false;
}

/* A worker for this library, or for mm_gemm where it is "". One that cannot be started is out, with a reason.
 */
static mm_status add_worker(mm_exercise_run_state *run, const mm_participant *served, mm_error *err)
{
    char *argv[] = {
        "/proc/self/exe",        "worker", "--threads", "1", *served->library ? "--library" : NULL,
        (char *)served->library, NULL};
    mm_error why = {0};
    mm_participant worker = *served;
    worker.frontend = NULL;
    const mm_rival_settings settings = {.path = served->library, .setting = "", .threads = 1};
    char **environment = mm_rival_environment(&settings);
    if (!environment)
        return mm_fail_memory(err, sizeof *environment);
    worker.worker.interrupted = run->frontends->options->interrupted;
    mm_status status =
        mm_rival_start(&worker.worker, argv, environment, run->memory.memory, WORKER_LIMIT_S, &why);
    mm_rival_environment_free(environment);
    if (status == MM_INTERRUPTED)
        return mm_fail(err, status, why.id, "%s", why.text);
    if (status == MM_OK)
        mm_threads_pin(worker.worker.pid, 1);
    else
        snprintf(worker.out, sizeof worker.out, "%.255s", why.text);
    if (add(run, &worker, err))
        return MM_OK;
    mm_rival_end(&worker.worker);
    return MM_IO;
}

static mm_status add_workers(mm_exercise_run_state *run, mm_error *err)
{
    mm_status status = MM_OK;
    int frontends = run->count;
    for (int i = 0; i < frontends && status == MM_OK; i++) {
        const mm_participant served = run->participants[i];
        if (*served.library && !has_worker(run, served.library))
            status = add_worker(run, &served, err);
    }
    const mm_participant ours = {.provider = "gemmlab"};
    return status == MM_OK ? add_worker(run, &ours, err) : status;
}

static void end_all(mm_exercise_run_state *run)
{
    for (int i = 0; i < run->count; i++)
        if (!run->participants[i].frontend)
            mm_rival_end(&run->participants[i].worker);
    if (run->memory.shared)
        munmap(run->memory.shared, run->memory.shared_bytes);
    if (run->memory.memory >= 0)
        close(run->memory.memory);
    free(run->participants);
}

mm_status mm_exercise_run(mm_frontends *frontends, const mm_exercise *exercise, mm_path_map *map,
                          mm_error *err)
{
    mm_exercise_run_state run = {
        .frontends = frontends, .exercise = exercise, .map = map, .start_s = mm_clock_s()};
    map->has_exercise = true;
    run.memory.memory = memfd_create("gemmlab-paths", MFD_CLOEXEC);
    mm_status status = run.memory.memory >= 0
                           ? MM_OK
                           : mm_fail(err, MM_IO, "noMemory", "no shared memory for products could be had");
    if (status == MM_OK)
        status = add_frontends(&run, err);
    if (status == MM_OK)
        status = add_workers(&run, err);
    for (int i = 0; i < exercise->size_count && status == MM_OK; i++)
        status = mm_exercise_round(&run, exercise->sizes[i], err);
    end_all(&run);
    if (status == MM_OK && run.any_wrong)
        return mm_fail(err, MM_FINDING, "wrongResult",
                       "a product is outside the error bound; 'verified' in its row tells which");
    return status;
}

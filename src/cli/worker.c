/* mmcli worker: computes products for a parent that times them (bench/worker.h). Not for people: mmcli rivals
 * starts one for each library and kernel. */
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "bench/worker.h"
#include "cli/cli.h"
#include "cli/options.h"

static int serve(const char *path, int threads)
{
    mm_library library = {0};
    mm_error err = {0};
    if (path && mm_library_open(path, &library, &err) != MM_OK)
        return mm_worker_refuse(&err);
    int code = mm_worker_serve(path ? &library : NULL, threads);
    mm_library_close(&library);
    return code;
}

/* A count, or 0 for as many as the library takes by itself. */
static mm_status set_threads(const char *value, void *target, mm_error *err)
{
    if (strcmp(value, "0") != 0)
        return cli_set_count(value, target, err);
    *(int *)target = 0;
    return MM_OK;
}

int cli_worker(int argc, char **argv)
{
    const char *path = NULL;
    int threads = 1;
    bool pinned = false;
    const cli_option options[] = {
        {"library", "FILE", "the BLAS that computes (none: mm_gemm does)", cli_set_text, &path},
        {"threads", "T", "threads it may use, 0 for its own choice (1)", set_threads, &threads},
        {"pinned", NULL, "and no more CPUs than these", cli_set_flag, &pinned},
    };
    const cli_command command = {
        .name = "worker",
        .usage = "[OPTIONS]",
        .help = "Computes products for the process that started it, which mmcli rivals does.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code != CLI_GO_ON)
        return code;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* one that hangs must not outlive its parent */
    if (pinned)                       /* before a library counts the CPUs that it has */
        mm_worker_pin(threads);
    return serve(path, threads);
}

/* mmcli worker: computes products for a parent that times them (bench/worker.h). Not for people: mmcli rivals
 * starts one for each library and kernel. */
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "bench/worker.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "measure/threads.h"

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

int cli_worker(int argc, char **argv)
{
    const char *path = NULL;
    int threads = 0;
    bool pinned = false;
    const cli_option options[] = {
        {"library", "FILE", "the BLAS that computes (none: mm_gemm does)", cli_set_text, &path},
        {"threads", "T", "threads it may use (what the library takes by itself)", cli_set_count, &threads},
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
    if (pinned && threads > 0)        /* before a library counts the CPUs that it has */
        mm_threads_pin(0, threads);
    return serve(path, threads);
}

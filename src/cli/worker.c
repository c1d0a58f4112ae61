/* mmcli worker: computes products for a parent that times them (bench/worker.h). Not for people: mmcli rivals
 * starts one for each library and kernel. */
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "bench/worker.h"
#include "cli/cli.h"
#include "cli/options.h"

static int serve(const char *path, const char *name, int threads)
{
    mm_library library = {0};
    const mm_method *method = NULL;
    mm_error err = {0};
    mm_status status =
        path ? mm_library_open(path, &library, &err) : mm_method_find(name, "cli", &method, &err);
    if (status != MM_OK)
        return mm_worker_refuse(&err);
    int code = mm_worker_serve(path ? &library : NULL, method, threads);
    mm_library_close(&library);
    return code;
}

int cli_worker(int argc, char **argv)
{
    const char *path = NULL, *method = "packed";
    int threads = 1;
    const cli_option options[] = {
        {"library", "FILE", "the BLAS that computes", cli_set_text, &path},
        {"method", "A", "or the method of ours that does (packed)", cli_set_text, &method},
        {"threads", "T", "threads it may use (1)", cli_set_count, &threads},
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
    return serve(path, method, threads);
}

/* mmcli trace: which BLAS routines a program calls. */
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "core/cleanup.h"
#include "record/file.h"
#include "report/trace_table.h"

typedef struct trace_command {
    const char *json_path, *timeline_path;
    mm_trace_by by;
    char **program;
} trace_command;

enum { TIMELINE_CALLS = 1 << 18 }; /* of each process: 6 MiB */

static mm_status set_by(const char *value, void *target, mm_error *err)
{
    static const char *const names[] = {"shape", "routine", "caller"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(value, names[i]) == 0) {
            *(mm_trace_by *)target = (mm_trace_by)i;
            return MM_OK;
        }
    return mm_fail(err, MM_USAGE, "badValue", "got '%s', expected shape, routine or caller", value);
}

/* Where the tracer lies, relative to the program's own folder: built, and installed. */
static mm_status find_tracer(char path[PATH_MAX], mm_error *err)
{
    static const char *const places[] = {"libmmtrace.so", "../lib/gemmlab/libmmtrace.so"};
    char self[PATH_MAX] = "", place[PATH_MAX + 64];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    const char *dir = dirname(self);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(place, sizeof place, "%s/%s", dir, places[i]);
        if (realpath(place, path))
            return MM_OK;
    }
    return mm_fail(err, MM_UNAVAILABLE, "noTracer",
                   "libmmtrace.so was not found near %.200s: build it with 'make'", dir);
}

static mm_status write_json(const mm_trace *trace, const char *path, mm_error *err)
{
    char *text MM_FREED = NULL;
    mm_status status = mm_trace_to_text(trace, &text, err);
    return status == MM_OK ? mm_file_write(path, text, strlen(text), err) : status;
}

static mm_status write_timeline(const mm_trace *trace, const char *path, mm_error *err)
{
    char *text MM_FREED = NULL;
    int64_t dropped;
    mm_status status = mm_trace_timeline(trace, &text, &dropped, err);
    if (status == MM_OK)
        status = mm_file_write(path, text, strlen(text), err);
    if (status == MM_OK && dropped > 0)
        fprintf(stderr,
                "note: %s has the last %d calls of each process; %lld older ones are counted, not shown\n",
                path, TIMELINE_CALLS, (long long)dropped);
    return status;
}

/* On stderr, since stdout is the program's. */
static mm_status print_table(const mm_trace *trace, mm_trace_by by, mm_error *err)
{
    fprintf(stderr, "\n");
    return mm_trace_print(stderr, trace, by, "--by routine puts them together, --json F has all", err);
}

static int run(const trace_command *command)
{
    char tracer[PATH_MAX];
    mm_error err = {0};
    mm_trace trace = {0};
    mm_trace_run run = {.command = command->program,
                        .tracer = tracer,
                        .timeline = command->timeline_path ? TIMELINE_CALLS : 0};
    mm_status status = find_tracer(tracer, &err);
    if (status == MM_OK)
        status = mm_trace_program(&run, &trace, &err);
    if (status == MM_OK)
        status = command->json_path ? write_json(&trace, command->json_path, &err)
                                    : print_table(&trace, command->by, &err);
    if (status == MM_OK && command->timeline_path)
        status = write_timeline(&trace, command->timeline_path, &err);
    int code = trace.signal != 0 ? 128 + trace.signal : trace.exit_status;
    if (status != MM_OK) {
        cli_fail("trace", &err);
        code = code != 0 ? code : (int)status;
    }
    mm_trace_free(&trace);
    return code;
}

int cli_trace(int argc, char **argv)
{
    trace_command trace = {.by = MM_TRACE_BY_SHAPE};
    const cli_option options[] = {
        {"json", "F", "write the trace to file F, instead of the table", cli_set_text, &trace.json_path},
        {"timeline", "F", "write each call's start and duration to F, a Chrome trace", cli_set_text,
         &trace.timeline_path},
        {"by", "shape", "what a line of the table is: shape, routine, caller (shape)", set_by, &trace.by},
    };
    const cli_command command = {
        .name = "trace",
        .usage = "[OPTIONS] -- PROGRAM [ARGUMENTS]",
        .help = "Runs a program and tells which BLAS and LAPACK routines it and its child processes called: "
                "shapes,\n"
                "flags, calls, time, GFLOPS, the share of wall time, the library that served and the kernels "
                "that\n"
                "it selected. Its input, output and errors, its signals and its exit status are its own (128 "
                "+ n\n"
                "where signal n ended it); the table follows on stderr.\n"
                "A call inside another recorded one (LAPACK calling BLAS) is marked nested, and counted in "
                "both lines;\n"
                "the sum below the table has it once. Calls are recorded as they return, also of a program "
                "that is\n"
                "killed. LAPACK's questions for the size of a workspace are not counted.\n"
                "Not seen: a BLAS linked statically, and calls of a library within itself; a program that is "
                "static or\n"
                "setuid; code in a library opened with RTLD_DEEPBIND; what other processes do after the "
                "program's end.\n"
                "A timeline keeps the last 262144 calls of each process and tells how many older ones it "
                "dropped.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int end = 1, first;
    while (end < argc && strcmp(argv[end], "--") != 0)
        end++;
    int code = cli_parse(&command, end, argv, &first);
    if (code != CLI_GO_ON)
        return code;
    if (end + 1 >= argc) {
        cli_print_error("trace", "a program is missing: mmcli trace [OPTIONS] -- PROGRAM [ARGUMENTS]");
        return MM_USAGE;
    }
    trace.program = argv + end + 1;
    return run(&trace);
}

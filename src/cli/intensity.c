/* mmcli intensity: what each method moves between caches, and so its FLOP for a byte. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "core/cleanup.h"
#include "record/file.h"
#include "report/progress.h"
#include "traffic/traffic.h"

/* The command's options and what it works on. */
typedef struct intensity_command {
    cli_selection selection;
    mm_traffic_source source; /* MM_TRAFFIC_NONE: auto */
    bool json, made_folder;
    mm_manifest manifest;
} intensity_command;

static mm_status set_source(const char *value, void *target, mm_error *err)
{
    mm_traffic_source *source = target;
    *source = MM_TRAFFIC_NONE;
    if (strcmp(value, "auto") == 0)
        return MM_OK;
    for (*source = MM_TRAFFIC_COUNTERS; *source < MM_TRAFFIC_SOURCE_COUNT; (*source)++)
        if (strcmp(value, mm_traffic_source_name(*source)) == 0)
            return MM_OK;
    return mm_fail(err, MM_USAGE, "badValue", "got '%s', expected auto, counters, simulated or model", value);
}

/* --- the files */

static bool exists(const char *dir, const char *name)
{
    char path[4096];
    return snprintf(path, sizeof path, "%s/%s", dir, name) < (int)sizeof path && access(path, F_OK) == 0;
}

static mm_status write_in(const char *dir, const char *name, const char *text, mm_error *err)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path)
        return mm_fail(err, MM_IO, "badPath", "the path of %s is longer than %zu characters", name,
                       sizeof path - 1);
    return mm_file_write(path, text, strlen(text), err);
}

/* In the folder of a benchmark, manifest.json is that of results.json. */
static mm_status save(void *context, const mm_intensity *intensity, mm_error *err)
{
    intensity_command *command = context;
    const char *dir = command->selection.bench.out_dir;
    char *text MM_FREED = NULL, *manifest MM_FREED = NULL, sha256[MM_SHA256_HEX_SIZE];
    if (!dir)
        return MM_OK;
    mm_status status = mm_folder_make(dir, err);
    if (status == MM_OK)
        status = mm_intensity_to_text(intensity, &text, err);
    if (status != MM_OK)
        return status;
    mm_sha256_hex(text, strlen(text), sha256);
    mm_manifest_end(&command->manifest);
    status = mm_manifest_to_text(&command->manifest, sha256, &manifest, err);
    if (status == MM_OK)
        status = write_in(dir, "intensity.json", text, err);
    const char *name = exists(dir, "results.json") ? "intensity-manifest.json" : "manifest.json";
    if (status == MM_OK)
        status = write_in(dir, name, manifest, err);
    return status == MM_OK ? mm_manifest_list_files(dir, err) : status;
}

/* --- the table */

static void format_intensity(const mm_intensity_row *row, int cache, char *text, size_t size)
{
    double value = mm_intensity_at(row, cache);
    if (mm_intensity_stays(row, cache))
        snprintf(text, size, "stays");
    else
        snprintf(text, size, isfinite(value) ? "%.3g" : "-", value);
}

static void print_row(const mm_intensity *intensity, const mm_intensity_row *row)
{
    const char *source = mm_traffic_source_name(row->source);
    printf("%-12s %-5s %6lld %10.3g %6.3g", row->method, mm_dtype_name(row->dtype), (long long)row->n,
           mm_intensity_compulsory(row->dtype, (double)row->n), mm_intensity_floor(row->dtype));
    for (int i = 0; i < intensity->cache_count; i++) {
        char text[32];
        format_intensity(row, i, text, sizeof text);
        printf(" %10s", text);
    }
    printf("  %-9s %s\n", source ? source : "-", *row->kernel ? row->kernel : row->isa);
}

static void print_table(const mm_intensity *intensity)
{
    printf("FLOP for each byte moved. compulsory: A and B read and C written once; floor: both operands of "
           "every\n"
           "multiply-add loaded; then for each byte that comes into a cache from the next level.\n\n");
    printf("%-12s %-5s %6s %10s %6s", "method", "dtype", "N", "compulsory", "floor");
    for (int i = 0; i < intensity->cache_count; i++) {
        char title[32], from[16] = "memory";
        if (i + 1 < intensity->cache_count)
            snprintf(from, sizeof from, "L%d", intensity->caches[i + 1].level);
        snprintf(title, sizeof title, "L%d<-%s", intensity->caches[i].level, from);
        printf(" %10s", title);
    }
    printf("  %-9s %s\n", "source", "kernel");
    const char *reason = "";
    for (int i = 0; i < intensity->row_count; i++) {
        print_row(intensity, &intensity->rows[i]);
        if (*intensity->rows[i].reason && strcmp(intensity->rows[i].reason, reason) != 0)
            printf("    %s\n", intensity->rows[i].reason); /* once for neighbours that share it */
        reason = intensity->rows[i].reason;
    }
    printf("\nstays: the matrices stay in that cache, and nothing comes in.\n");
    if (*intensity->caches_reason)
        printf("%s.\n", intensity->caches_reason);
}

static void print_notes(const mm_intensity *intensity)
{
    for (mm_traffic_source s = MM_TRAFFIC_COUNTERS; s < MM_TRAFFIC_MODEL; s++)
        if (*intensity->source_reason[s])
            fprintf(stderr, "note: not %s: %s\n", mm_traffic_source_name(s), intensity->source_reason[s]);
}

/* --- the run */

/* The methods and sizes selected; *methods and *sizes are the caller's. */
static mm_status select_cells(const mm_bench *bench, const mm_method ***methods, int64_t **sizes,
                              mm_error *err)
{
    *methods = malloc((size_t)bench->entry_count * sizeof **methods);
    *sizes = malloc((size_t)bench->shape_count * sizeof **sizes);
    if (!*methods || !*sizes)
        return mm_fail_memory(err, (double)bench->entry_count * sizeof **methods);
    for (int i = 0; i < bench->entry_count; i++) {
        const mm_method *method = bench->entries[i].method;
        if (!method->run)
            return mm_fail(
                err, MM_USAGE, "badValue",
                "--methods: got '%s:%s', expected methods of cli: the interpreter's own loads and stores "
                "would be counted too",
                method->frontend, method->name);
        (*methods)[i] = method;
    }
    for (int i = 0; i < bench->shape_count; i++)
        (*sizes)[i] = bench->shapes[i].n;
    return MM_OK;
}

static mm_status measure(intensity_command *command, mm_intensity *intensity, mm_error *err)
{
    mm_bench *bench = &command->selection.bench;
    const mm_method **methods MM_FREED = NULL;
    int64_t *sizes MM_FREED = NULL;
    char self[4096] = "";
    mm_status status = cli_selection_resolve(&command->selection, err);
    if (status == MM_OK)
        status = select_cells(bench, &methods, &sizes, err);
    if (status != MM_OK)
        return status;
    status = mm_folder_prepare(bench->out_dir, &command->made_folder, err);
    if (status != MM_OK)
        return status;
    if (readlink("/proc/self/exe", self, sizeof self - 1) <= 0)
        return mm_fail(err, MM_UNAVAILABLE, "noProcess", "/proc/self/exe cannot be read: is /proc mounted?");
    cli_catch_interrupts();
    mm_manifest_begin(&command->manifest, bench->command_line, bench->seed, 1);
    mm_traffic_run run = {.methods = methods,
                          .method_count = bench->entry_count,
                          .sizes = sizes,
                          .size_count = bench->shape_count,
                          .dtype = bench->dtype,
                          .source = command->source,
                          .program = self,
                          .budget_s = bench->budget_s,
                          .interrupted = cli_interrupted,
                          .progress = mm_progress,
                          .recorded = save,
                          .recorded_context = command};
    status = mm_traffic_measure(&run, intensity, err);
    if (status != MM_INTERRUPTED)
        return status;
    command->manifest.interrupted = true;
    if (intensity->row_count > 0)
        save(command, intensity, NULL);
    else if (command->made_folder)
        rmdir(bench->out_dir); /* if it is empty */
    return mm_fail(err, MM_INTERRUPTED, "interrupted", "interrupted; what was found so far is %s",
                   bench->out_dir ? "saved" : "shown");
}

static int run(intensity_command *command)
{
    mm_error err = {0};
    mm_intensity intensity = {0};
    char *text MM_FREED = NULL;
    mm_status status = measure(command, &intensity, &err);
    mm_intensity_sort(&intensity);
    print_notes(&intensity);
    if (intensity.row_count > 0 && command->json && mm_intensity_to_text(&intensity, &text, &err) == MM_OK)
        printf("%s", text);
    else if (intensity.row_count > 0)
        print_table(&intensity);
    if (status != MM_OK)
        cli_fail("intensity", &err);
    mm_intensity_free(&intensity);
    return (int)status;
}

int cli_intensity(int argc, char **argv)
{
    intensity_command intensity = {
        .selection = {.bench = {.dtype = MM_F32, .seed = 42, .budget_s = 300, .command_line = argv - 1},
                      .methods = "naive,reordered,blocked,vectorised,blas",
                      .shapes = "64,256,1024",
                      .threads = 1}};
    cli_selection *selection = &intensity.selection;
    mm_bench *bench = &selection->bench;
    const cli_option options[] = {
        {"methods", "A,B", "methods of cli (naive,reordered,blocked,vectorised,blas)", cli_set_text,
         &selection->methods},
        {"sizes", "N,N", "square sizes (64,256,1024)", cli_set_sizes, selection},
        {"dtype", "f32", "f32 or f64 (f32)", cli_set_dtype, &bench->dtype},
        {"source", "auto", "counters, simulated, model, or auto: the first of them to be had (auto)",
         set_source, &intensity.source},
        {"budget", "S",
         "seconds for simulations; what does not fit is a model and says so (300; 0: no bound)",
         cli_set_seconds, &bench->budget_s},
        {"out", "DIR", "write DIR/intensity.json and its manifest", cli_set_text, &bench->out_dir},
        {"json", NULL, "print intensity.json instead of a table", cli_set_flag, &intensity.json},
    };
    const cli_command command = {
        .name = "intensity",
        .usage = "[OPTIONS]",
        .help =
            "The arithmetic intensity of each method: FLOP for each byte that a product brings into a cache "
            "from\n"
            "the next level. counters: the hardware's, where perf_event_open offers them; simulated: the "
            "product's\n"
            "loads and stores through caches of this machine's sizes, under valgrind --tool=cachegrind, "
            "which has\n"
            "no AVX-512 and names the kernels that it ran; model: worked out from the order of the loops.\n"
            "The manifest is DIR/manifest.json; beside a results.json, DIR/intensity-manifest.json.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code == CLI_GO_ON)
        code = run(&intensity);
    cli_selection_free(selection);
    return code;
}

#include "traffic/simulate.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "blas/kernel_isa.h"
#include "core/cleanup.h"
#include "measure/clock.h"
#include "record/file.h"
#include "traffic/cachegrind.h"
#include "traffic/child.h"

enum { PATH_SIZE = 512, WORDS_MAX = 32, FILES = 3 };

typedef enum file_kind { CACHEGRIND_OUT, STANDARD_OUT, LOG } file_kind;

/* A scratch folder with the files of each run. */
typedef struct scratch_folder {
    char dir[PATH_SIZE / 2];
} scratch_folder;

static void path_in(const scratch_folder *at, int run, file_kind kind, char path[PATH_SIZE])
{
    static const char *const names[FILES] = {"cachegrind", "out", "log"};
    snprintf(path, PATH_SIZE, "%s/%d.%s", at->dir, run, names[kind]);
}

static mm_status scratch_make(scratch_folder *at, mm_error *err)
{
    const char *parent = getenv("TMPDIR");
    snprintf(at->dir, sizeof at->dir, "%.200s/gemmlab-XXXXXX", parent && *parent ? parent : "/tmp");
    if (mkdtemp(at->dir))
        return MM_OK;
    return mm_fail(err, MM_IO, "cannotWrite", "no scratch folder could be made as %s; is TMPDIR right?",
                   at->dir);
}

static void scratch_remove(const scratch_folder *at)
{
    char path[PATH_SIZE];
    for (int run = 0; run < MM_TRAFFIC_LEVELS_MAX; run++)
        for (file_kind kind = CACHEGRIND_OUT; kind <= LOG; kind++) {
            path_in(at, run, kind, path);
            unlink(path);
        }
    rmdir(at->dir);
}

static const char *valgrind_name(void)
{
    const char *name = getenv("VALGRIND");
    return name && *name ? name : "valgrind";
}

/* Valgrind has no AVX-512: a BLAS kernel that the environment forces, and that needs it, would not run. */
static bool must_unset(const char *provider)
{
    const char *forced = getenv(mm_kernel_variable(provider));
    mm_isa isa;
    return forced && mm_kernel_isa(provider, forced, &isa) && isa > MM_ISA_AVX2;
}

typedef struct word_list {
    char *word[WORDS_MAX + 1];
    int count;
} word_list;

static void add_word(word_list *words, const char *word)
{
    if (words->count < WORDS_MAX)
        words->word[words->count++] = (char *)word; /* exec's argv, which nobody writes to */
    words->word[words->count] = NULL;
}

/* env(1) takes settings out and puts others in. */
static void add_environment(word_list *words)
{
    static const char *const settings[] = {"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1", "MKL_NUM_THREADS=1",
                                           "BLIS_NUM_THREADS=1"};
    static const char *const providers[] = {"openblas", "blis"};
    add_word(words, "env");
    add_word(words, "-u");
    add_word(words, "VALGRIND_OPTS");
    for (int i = 0; i < 2; i++)
        if (must_unset(providers[i])) {
            add_word(words, "-u");
            add_word(words, mm_kernel_variable(providers[i]));
        }
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        add_word(words, settings[i]);
}

/* One method at one size. */
typedef struct simulation_job {
    const mm_simulator *simulator;
    const mm_method *method;
    mm_dtype dtype;
    int64_t n;
    int run_count; /* one for each last level */
    scratch_folder scratch;
} simulation_job;

/* The last level of a run: the caches beyond the first in turn; where there is but one, a cache that changes
 * nothing. */
static mm_geometry last_level(const simulation_job *job, int run)
{
    const mm_simulator *simulator = job->simulator;
    if (simulator->cache_count > 1)
        return simulator->caches[run + 1];
    return simulator->caches[0];
}

static mm_status start_run(const simulation_job *job, int run, int products, mm_child *child, mm_error *err)
{
    static const mm_geometry instructions = {1, 32 << 10, 8, 64};
    char I1[MM_CACHEGRIND_OPTION_SIZE], D1[MM_CACHEGRIND_OPTION_SIZE], LL[MM_CACHEGRIND_OPTION_SIZE];
    char files[FILES][PATH_SIZE], out_file[PATH_SIZE + 32], size[32], count[16];
    word_list words = {0};
    for (file_kind kind = CACHEGRIND_OUT; kind <= LOG; kind++)
        path_in(&job->scratch, run, kind, files[kind]);
    mm_geometry last = last_level(job, run);
    mm_cachegrind_option("I1", &instructions, I1);
    mm_cachegrind_option("D1", &job->simulator->caches[0], D1);
    mm_cachegrind_option("LL", &last, LL);
    snprintf(out_file, sizeof out_file, "--cachegrind-out-file=%s", files[CACHEGRIND_OUT]);
    snprintf(size, sizeof size, "%" PRId64, job->n);
    snprintf(count, sizeof count, "%d", products);
    add_environment(&words);
    const char *const rest[] = {valgrind_name(),
                                "--tool=cachegrind",
                                "--cache-sim=yes",
                                "--vgdb=no", /* its pipes would outlive an interrupt */
                                I1,
                                D1,
                                LL,
                                out_file,
                                job->simulator->program,
                                "product",
                                "--method",
                                job->method->name,
                                "--size",
                                size,
                                "--dtype",
                                mm_dtype_name(job->dtype),
                                "--count",
                                count};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        add_word(&words, rest[i]);
    return mm_child_start(words.word, files[STANDARD_OUT], files[LOG], child, err);
}

/* The last line of a run's log that says something, for a message. */
static mm_status fail_with_log(const simulation_job *job, const mm_child *children, mm_error *err)
{
    char *log MM_FREED = NULL;
    char path[PATH_SIZE];
    int run = 0;
    while (run + 1 < job->run_count && children[run].status == 0)
        run++;
    path_in(&job->scratch, run, LOG, path);
    const char *last = "";
    if (mm_file_read(path, &log, NULL, NULL) == MM_OK)
        for (char *line = strtok(log, "\n"); line; line = strtok(NULL, "\n"))
            if (line[strspn(line, "=-0123456789 ")])
                last = line;
    return mm_fail(err, MM_UNAVAILABLE, "simulationFailed", "the simulation failed (%s): %.120s",
                   valgrind_name(), *last ? last : "it left no message");
}

/* All runs with that many products, beside each other; their misses. */
static mm_status run_all(const simulation_job *job, int products, mm_cachegrind_misses *misses,
                         double *seconds_s, mm_error *err)
{
    const mm_simulator *simulator = job->simulator;
    mm_child children[MM_TRAFFIC_LEVELS_MAX] = {0};
    mm_status status = MM_OK, waited;
    double start_s = mm_clock_s();
    for (int run = 0; run < job->run_count && status == MM_OK; run++)
        status = start_run(job, run, products, &children[run], err);
    waited = mm_children_wait(children, job->run_count, status == MM_OK ? simulator->deadline_s : 0,
                              simulator->interrupted, status == MM_OK ? err : NULL);
    *seconds_s = mm_clock_s() - start_s;
    if (status == MM_OK && waited == MM_UNAVAILABLE && mm_clock_s() <= simulator->deadline_s)
        return fail_with_log(job, children, err);
    status = status == MM_OK ? waited : status;
    for (int run = 0; run < job->run_count && status == MM_OK; run++) {
        char path[PATH_SIZE];
        path_in(&job->scratch, run, CACHEGRIND_OUT, path);
        status = mm_cachegrind_read(path, &misses[run], err);
    }
    return status;
}

/* The rest of the line "key value" in the first run's output. */
static void read_word(const char *text, const char *key, char *value, size_t size)
{
    const char *line = strstr(text, key);
    value[0] = '\0';
    if (!line)
        return;
    line += strlen(key);
    snprintf(value, size, "%.*s", (int)strcspn(line, "\n"), line);
}

static void read_kernels(const simulation_job *job, mm_intensity_row *row)
{
    char *text MM_FREED = NULL;
    char path[PATH_SIZE];
    path_in(&job->scratch, 0, STANDARD_OUT, path);
    if (mm_file_read(path, &text, NULL, NULL) != MM_OK)
        return;
    read_word(text, "isa ", row->isa, sizeof row->isa);
    if (job->method->uses_blas)
        read_word(text, "kernel ", row->kernel, sizeof row->kernel);
}

static double difference_bytes(int64_t with, int64_t without, const mm_geometry *cache)
{
    return fmax(0, (double)(with - without)) * cache->line_bytes;
}

mm_status mm_simulate(const mm_simulator *simulator, const mm_method *method, mm_dtype dtype, int64_t n,
                      mm_intensity_row *row, mm_simulation_time *time, mm_error *err)
{
    simulation_job job = {.simulator = simulator, .method = method, .dtype = dtype, .n = n};
    mm_cachegrind_misses without[MM_TRAFFIC_LEVELS_MAX], with[MM_TRAFFIC_LEVELS_MAX];
    double with_s = 0;
    job.run_count = simulator->cache_count > 1 ? simulator->cache_count - 1 : 1;
    mm_status status = scratch_make(&job.scratch, err);
    if (status != MM_OK)
        return status;
    status = run_all(&job, 0, without, &time->start_s, err);
    if (status == MM_OK)
        status = run_all(&job, 1, with, &with_s, err);
    if (status == MM_OK) {
        time->product_s = fmax(0, with_s - time->start_s);
        row->bytes[0] = difference_bytes(with[0].first, without[0].first, &simulator->caches[0]);
        for (int i = 1; i < simulator->cache_count; i++)
            row->bytes[i] = difference_bytes(with[i - 1].last, without[i - 1].last, &simulator->caches[i]);
        read_kernels(&job, row);
    }
    scratch_remove(&job.scratch);
    return status;
}

mm_status mm_simulate_find(char *version, size_t size, mm_error *err)
{
    const char *fix = "install valgrind ('make deps'), or set VALGRIND to it";
    scratch_folder at;
    char out[PATH_SIZE], log[PATH_SIZE], *text MM_FREED = NULL;
    mm_child child = {0};
    char *const argv[] = {(char *)valgrind_name(), "--version", NULL};
    mm_status status = scratch_make(&at, err);
    if (status != MM_OK)
        return status;
    path_in(&at, 0, STANDARD_OUT, out);
    path_in(&at, 0, LOG, log);
    status = mm_child_start(argv, out, log, &child, NULL);
    if (status == MM_OK)
        status = mm_children_wait(&child, 1, INFINITY, NULL, NULL);
    if (status == MM_OK)
        status = mm_file_read(out, &text, NULL, NULL);
    scratch_remove(&at);
    const char prefix[] = "valgrind-";
    if (status != MM_OK || strncmp(text, prefix, strlen(prefix)) != 0)
        return mm_fail(err, MM_UNAVAILABLE, "noValgrind", "%s does not run: %s", valgrind_name(), fix);
    read_word(text, prefix, version, size);
    return MM_OK;
}

#include "bench/checks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blas/kernel_isa.h"
#include "core/isa.h"

/* The bounds of the lab (L6, L11) and where ours come from. */
static const double NAIVE_MAX_GFLOPS = 0.1;   /* L6: above 100 MFLOPS no interpreter took part */
static const double BLAS_MIN_GFLOPS = 10;     /* L6 */
static const double BLAS_OVER_NAIVE_MIN = 50; /* L11 */
static const double BLAS_FAR_BELOW_PEAK =
    0.6;                              /* the best kernels reach 0.7 to 0.95 of the peak from N = 128 on */
static const double STEAL_MAX = 0.02; /* of the busy time */
enum { LARGE_ENOUGH_N = 256 };        /* below, call overhead hides what the kernel can do */

static bool is_measured(const mm_row *row)
{
    return row->status == MM_ROW_MEASURED;
}

/* The measured single-thread row of a method at the largest size, of any front end or of the given one. */
static const mm_row *largest(const mm_results *results, const char *frontend, const char *method)
{
    const mm_row *best = NULL;
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        bool wanted = is_measured(row) && row->threads == 1 && strcmp(row->method, method) == 0 &&
                      (!frontend || strcmp(row->frontend, frontend) == 0);
        if (wanted && (!best || mm_row_flop(row) > mm_row_flop(best)))
            best = row;
    }
    return best;
}

/* Is the row's BLAS the one that this process is linked with, which the manifest describes? Where others were
 * timed, in processes of their own, only a row that names it is. */
static bool is_linked(const mm_row *row, const mm_manifest *manifest)
{
    const mm_blas *library = &manifest->blas;
    size_t length = strlen(library->provider);
    if (!manifest->providers)
        return true;
    return strncmp(row->provider, library->provider, length) == 0 &&
           (row->provider[length] == '\0' || row->provider[length] == ' ') &&
           strcmp(row->kernel, library->kernel) == 0;
}

/* The largest row of that BLAS. */
static const mm_row *largest_linked(const mm_results *results, const mm_manifest *manifest)
{
    const mm_row *best = NULL;
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        bool wanted = is_measured(row) && row->threads == 1 && strcmp(row->method, "blas") == 0 &&
                      is_linked(row, manifest);
        if (wanted && (!best || mm_row_flop(row) > mm_row_flop(best)))
            best = row;
    }
    return best;
}

static bool check_agreement(const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    (void)manifest;
    int wrong = 0, checked = 0;
    for (int i = 0; i < results->row_count; i++) {
        checked += results->rows[i].verified;
        wrong += results->rows[i].verified && !results->rows[i].verified_ok;
    }
    check->ok = wrong == 0;
    snprintf(check->message, sizeof check->message,
             "%d of %d rows agree with the reference product within their error bounds", checked - wrong,
             checked);
    if (!check->ok)
        snprintf(
            check->fix, sizeof check->fix,
            "do not use the failed method; if it is a BLAS, try another library or kernel and verify again");
    return checked > 0;
}

static bool check_naive(const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    (void)manifest;
    const mm_row *naive = largest(results, "octave", "naive");
    if (!naive)
        return false;
    double gflops = mm_row_gflops(naive);
    check->ok = gflops <= NAIVE_MAX_GFLOPS;
    snprintf(check->message, sizeof check->message,
             "the interpreted naive loop runs at %.3g MFLOPS at N=%lld (an interpreter manages 0.1 to 10)",
             gflops * 1e3, (long long)naive->n);
    if (!check->ok)
        snprintf(
            check->fix, sizeof check->fix,
            "above 100 MFLOPS the loop was vectorised by accident: make each multiply-add a call of its own");
    return true;
}

/* Is this a library that was tuned for some CPU at all? */
static bool is_optimised(const mm_blas *library)
{
    return strcmp(library->provider, "netlib") != 0 && strcmp(library->provider, "unknown") != 0;
}

static void advise_library(mm_check *check)
{
    snprintf(check->fix, sizeof check->fix,
             "no optimised BLAS is linked: install one (Debian: apt install libopenblas0-pthread) and select "
             "it with "
             "update-alternatives --config libblas.so.3-x86_64-linux-gnu");
}

static bool check_blas_rate(const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    const mm_row *blas = largest_linked(results, manifest);
    if (!blas || blas->n < LARGE_ENOUGH_N)
        return false;
    const mm_blas *library = &manifest->blas;
    check->ok = mm_row_gflops(blas) >= BLAS_MIN_GFLOPS;
    snprintf(check->message, sizeof check->message,
             "BLAS (%s, %.200s) runs at %.3g GFLOPS at N=%lld, bound %.3g", library->provider, library->path,
             mm_row_gflops(blas), (long long)blas->n, BLAS_MIN_GFLOPS);
    if (check->ok)
        return true;
    if (is_optimised(library))
        snprintf(
            check->fix, sizeof check->fix,
            "an optimised BLAS is linked, so the CPU is throttled or shared, or the kernel is for an older "
            "CPU "
            "(see check blas-kernel): ask for the performance governor and AC power, close other programs");
    else
        advise_library(check);
    return true;
}

/* What to type so that the library runs a kernel for this CPU. */
static void advise_kernel(const mm_blas *library, mm_check *check)
{
    const char *variable = mm_kernel_variable(library->provider);
    const char *kernel = mm_kernel_for(library->provider, mm_isa_best());
    if (!variable || !kernel) {
        snprintf(check->fix, sizeof check->fix,
                 "install a newer or another BLAS: this one has no variable that selects its kernel");
        return;
    }
    const char *now = getenv(variable);
    if (now && *now)
        snprintf(check->fix, sizeof check->fix,
                 "the environment has %s=%.40s: unset it, or export %s=%s, before the program starts",
                 variable, now, variable, kernel);
    else
        snprintf(check->fix, sizeof check->fix, "export %s=%s before the program starts", variable, kernel);
}

static bool check_blas_kernel(const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    const mm_row *blas = largest_linked(results, manifest);
    const mm_blas *library = &manifest->blas;
    if (!blas || blas->n < LARGE_ENOUGH_N || !results->has_roofline || results->roofline.peak.gflops <= 0)
        return false;
    double share = mm_row_gflops(blas) / results->roofline.peak.gflops;
    mm_isa kernel_isa = MM_ISA_SCALAR;
    bool known = mm_kernel_isa(library->provider, library->kernel, &kernel_isa);
    bool old = known && kernel_isa < mm_isa_best();
    check->ok = share >= BLAS_FAR_BELOW_PEAK;
    char kernel[160] = "its kernel is unknown";
    if (*library->kernel)
        snprintf(kernel, sizeof kernel, "%s selected its %s kernels (%s)", library->provider, library->kernel,
                 known ? mm_isa_label(kernel_isa) : "instruction set unknown");
    snprintf(check->message, sizeof check->message,
             "BLAS (%s) reaches %.0f %% of the measured peak at N=%lld; %s, this CPU has %s",
             library->provider, share * 100, (long long)blas->n, kernel, mm_isa_label(mm_isa_best()));
    if (check->ok)
        return true;
    if (old)
        advise_kernel(library, check);
    else if (!is_optimised(library))
        advise_library(check);
    else
        snprintf(check->fix, sizeof check->fix,
                 "the kernel is not known to be too old: look for other load on the machine, throttling, or "
                 "a virtual "
                 "machine's noisy neighbours, and measure again");
    return true;
}

/* "177, 176 and unknown GFLOPS": the samples of the peak in the order taken. */
static void list_samples(const mm_roofline *roofline, char *text, size_t size)
{
    size_t used = 0;
    for (int when = 0; when < MM_PEAK_WHEN_COUNT && used < size; when++) {
        double gflops = roofline->peak_samples_gflops[when];
        char number[32] = "unknown";
        if (gflops > 0)
            snprintf(number, sizeof number, "%.4g", gflops);
        used += (size_t)snprintf(text + used, size - used, "%s%s %s", when > 0 ? ", " : "",
                                 mm_peak_when_name((mm_peak_when)when), number);
    }
}

static bool check_roof(const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    (void)manifest;
    char samples[128];
    const mm_row *fastest = mm_results_fastest(results);
    if (!fastest)
        return false;
    double share = mm_row_gflops(fastest) / results->roofline.peak.gflops;
    list_samples(&results->roofline, samples, sizeof samples);
    check->ok = mm_results_roof_holds(results);
    snprintf(check->message, sizeof check->message,
             "the fastest row (%s:%s, N=%lld) is at %.1f %% of the measured peak (GFLOPS: %s)%s",
             fastest->frontend, fastest->method, (long long)fastest->n, share * 100, samples,
             check->ok ? "" : ": the roof is invalid");
    if (!check->ok)
        snprintf(
            check->fix, sizeof check->fix,
            "a method cannot pass the roof by more than %.0f %%: the peak was measured while the machine was "
            "slower, so trust no share of the peak in this run; run again on a quieter machine",
            (MM_ROOF_TOLERANCE - 1) * 100);
    return true;
}

static bool check_gap(const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    (void)manifest;
    const mm_row *naive = NULL, *blas = largest(results, NULL, "blas");
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        bool interpreted = strcmp(row->frontend, "octave") == 0 && strcmp(row->method, "naive") == 0;
        if (interpreted && row->median_s > 0 && (!naive || row->n > naive->n))
            naive = row;
    }
    if (!naive || !blas)
        return false;
    double ratio = mm_row_gflops(blas) / mm_row_gflops(naive);
    check->ok = ratio >= BLAS_OVER_NAIVE_MIN;
    snprintf(check->message, sizeof check->message,
             "BLAS at N=%lld is %.3g times as fast as the interpreted naive loop%s, bound %.3g",
             (long long)blas->n, ratio, is_measured(naive) ? "" : " (extrapolated)", BLAS_OVER_NAIVE_MIN);
    if (!check->ok)
        snprintf(check->fix, sizeof check->fix,
                 "something is broken: see the checks naive-vectorised, blas-rate and blas-kernel for which "
                 "of the two");
    return true;
}

static bool check_threads(const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    const mm_blas *library = &manifest->blas;
    bool blas_rows = false;
    for (int i = 0; i < results->row_count; i++)
        blas_rows = blas_rows || (*results->rows[i].provider && is_linked(&results->rows[i], manifest));
    if (!blas_rows)
        return false;
    check->ok = library->threads == manifest->threads;
    if (library->threads > 0)
        snprintf(check->message, sizeof check->message, "BLAS uses %d thread%s, asked for %d",
                 library->threads, library->threads == 1 ? "" : "s", manifest->threads);
    else
        snprintf(check->message, sizeof check->message, "BLAS threads: unknown, %s does not tell",
                 library->provider);
    if (!check->ok)
        snprintf(check->fix, sizeof check->fix,
                 "export OMP_NUM_THREADS=%d OPENBLAS_NUM_THREADS=%d MKL_NUM_THREADS=%d BLIS_NUM_THREADS=%d "
                 "before the "
                 "program starts",
                 manifest->threads, manifest->threads, manifest->threads, manifest->threads);
    return true;
}

/* A fact that should have one value; unknown is not well. */
static bool check_fact(const mm_fact *fact, const char *what, const char *wanted, const char *fix,
                       mm_check *check)
{
    check->ok = strcmp(fact->value, wanted) == 0;
    if (*fact->value)
        snprintf(check->message, sizeof check->message, "%s: %s", what, fact->value);
    else
        snprintf(check->message, sizeof check->message, "%s: unknown (%s)", what, fact->reason);
    if (!check->ok)
        snprintf(check->fix, sizeof check->fix, "%s", fix);
    return true;
}

static bool check_governor(const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    (void)results;
    return check_fact(
        &manifest->environment.governor, "CPU frequency governor", "performance",
        "for steady clocks: cpupower frequency-set -g performance (where the governor cannot be read, as in "
        "a virtual machine, trust ratios within a run, not absolute rates)",
        check);
}

static bool check_power(const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    (void)results;
    return check_fact(
        &manifest->environment.ac_power, "power supply", "ac",
        "plug the machine in (where the supply cannot be read, as on servers and in virtual machines, make "
        "sure of it yourself)",
        check);
}

static int most_threads(const mm_results *results, const mm_manifest *manifest)
{
    int most = manifest->threads;
    for (int i = 0; i < results->row_count; i++)
        if (is_measured(&results->rows[i]) && results->rows[i].threads > most)
            most = results->rows[i].threads;
    return most;
}

static bool check_cpus(const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    int cpus = manifest->environment.affinity_count, most = most_threads(results, manifest);
    if (cpus == 0)
        return false; /* the manifest says why it is not known */
    check->ok = most <= cpus;
    snprintf(check->message, sizeof check->message,
             "threads asked for: %d, CPUs that this process may run on: %d", most, cpus);
    if (!check->ok)
        snprintf(
            check->fix, sizeof check->fix,
            "threads that share a CPU wait for each other: ask for %d at most, or allow more CPUs (taskset)",
            cpus);
    return true;
}

static bool check_quota(const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    const mm_fact *quota = &manifest->environment.cgroup_quota;
    int most = most_threads(results, manifest);
    if (!*quota->value)
        return check_fact(quota, "cgroup CPU quota", "none",
                          "look at the container's CPU limit by other means", check);
    check->ok = strcmp(quota->value, "none") == 0 || atof(quota->value) >= most;
    snprintf(check->message, sizeof check->message, "cgroup CPU quota: %s, threads used: %d", quota->value,
             most);
    if (!check->ok)
        snprintf(check->fix, sizeof check->fix, "raise the container's CPU limit, or use fewer threads");
    return true;
}

static bool check_steal(const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    (void)results;
    const mm_counters *before = &manifest->before, *after = &manifest->after;
    if (!before->has_steal || !after->has_steal) {
        snprintf(check->message, sizeof check->message, "stolen CPU time: unknown (%.150s)",
                 before->has_steal ? after->reason : before->reason);
        snprintf(check->fix, sizeof check->fix,
                 "repeat the run and compare: unread steal time may have slowed it");
        return true;
    }
    double busy_s = after->busy_s - before->busy_s;
    double steal_s = fmax(0, after->steal_s - before->steal_s); /* it can step back by a tick: proc(5) */
    double share = busy_s > 0 ? steal_s / (busy_s + steal_s) : 0;
    check->ok = share <= STEAL_MAX;
    snprintf(check->message, sizeof check->message, "stolen CPU time: %.2f %% of the busy time", share * 100);
    if (!check->ok)
        snprintf(
            check->fix, sizeof check->fix,
            "other virtual machines took the CPU away: repeat the run at a quieter time, compare minima");
    return true;
}

static const struct {
    const char *id;
    bool (*run)(const mm_results *results, const mm_manifest *manifest, mm_check *check);
} checks[] = {
    {"agreement", check_agreement}, {"naive-vectorised", check_naive},
    {"blas-rate", check_blas_rate}, {"blas-kernel", check_blas_kernel},
    {"blas-over-naive", check_gap}, {"roof", check_roof},
    {"threads", check_threads},     {"cpus", check_cpus},
    {"governor", check_governor},   {"power", check_power},
    {"quota", check_quota},         {"steal", check_steal},
};

bool mm_check_one(const char *id, const mm_results *results, const mm_manifest *manifest, mm_check *check)
{
    *check = (mm_check){.ok = false};
    snprintf(check->id, sizeof check->id, "%s", id);
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (strcmp(checks[i].id, id) == 0)
            return checks[i].run(results, manifest, check);
    return false;
}

void mm_checks_add(mm_results *results, const mm_manifest *manifest)
{
    mm_check check;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (mm_check_one(checks[i].id, results, manifest, &check))
            mm_results_add_check(results, &check);
}

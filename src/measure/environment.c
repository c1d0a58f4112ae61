#include "measure/environment.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "measure/environment_internal.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

const char *const mm_environment_variables[] = {
    "OMP_NUM_THREADS",  "OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS", "OPENBLAS_CORETYPE",    "BLIS_ARCH_TYPE",   "MKL_ENABLE_INSTRUCTIONS",
    "OMP_DYNAMIC",      "OMP_PLACES",           "OMP_PROC_BIND",    "OMP_THREAD_LIMIT",
    "OMP_WAIT_POLICY",  "GOMP_CPU_AFFINITY",    "KMP_AFFINITY",     "MM_ISA",
    "LD_PRELOAD",       "LD_LIBRARY_PATH",      "GLIBC_TUNABLES",   NULL,
};

/* Appends formatted text; false where it does not fit. */
__attribute__((format(printf, 3, 4))) static bool append(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list args;
    va_start(args, format);
    int added = vsnprintf(text + length, size - length, format, args);
    va_end(args);
    return added >= 0 && (size_t)added < size - length;
}

void mm_affinity_format(const cpu_set_t *cpus, mm_fact *fact)
{
    *fact = (mm_fact){0};
    bool fits = true;
    for (size_t first = 0; first < CPU_SETSIZE && fits; first++) {
        if (!CPU_ISSET(first, cpus))
            continue;
        size_t last = first;
        while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, cpus))
            last++;
        fits = append(fact->value, sizeof fact->value, "%s%zu", fact->value[0] ? "," : "", first);
        if (last > first)
            fits = fits && append(fact->value, sizeof fact->value, "-%zu", last);
        first = last;
    }
    if (!fits)
        mm_fact_unknown(fact, "the list of CPUs is longer than the %zu characters kept",
                        sizeof fact->value - 1);
}

void mm_governor_read(const char *root, const cpu_set_t *cpus, mm_fact *fact)
{
    mm_fact list = {0};
    int distinct = 0;
    for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, cpus))
            continue;
        mm_fact one;
        if (!mm_system_line(root, &one, "/sys/devices/system/cpu/cpu%zu/cpufreq/scaling_governor", cpu)) {
            *fact = one; /* one unknown CPU leaves the whole unknown */
            return;
        }
        char framed[sizeof one.value + 2], known[sizeof list.value + 2];
        snprintf(framed, sizeof framed, ",%s,", one.value);
        snprintf(known, sizeof known, ",%s,", list.value);
        if (strstr(known, framed))
            continue;
        append(list.value, sizeof list.value, "%s%s", distinct++ ? "," : "", one.value);
    }
    char text[sizeof list.value + 8];
    snprintf(text, sizeof text, "%s%s", distinct > 1 ? "mixed: " : "", list.value);
    mm_fact_set(fact, "/sys/devices/system/cpu", text);
    if (distinct == 0)
        mm_fact_unknown(fact, "no CPU that this process may run on is known");
}

/* What the supplies in /sys/class/power_supply say together. */
typedef struct power {
    bool adapter_online, adapter_offline, battery, discharging;
} power;

static void read_supply(const char *root, const char *name, power *found)
{
    mm_fact type, scope, online, status;
    if (!mm_system_line(root, &type, "/sys/class/power_supply/%s/type", name))
        return;
    /* The battery of a mouse or a headset says nothing of the machine. */
    if (mm_system_line(root, &scope, "/sys/class/power_supply/%s/scope", name) &&
        strcmp(scope.value, "Device") == 0)
        return;
    if (strcmp(type.value, "Battery") == 0) {
        found->battery = true;
        found->discharging |= mm_system_line(root, &status, "/sys/class/power_supply/%s/status", name) &&
                              strcmp(status.value, "Discharging") == 0;
    } else if (mm_system_line(root, &online, "/sys/class/power_supply/%s/online",
                              name)) { /* Mains, USB, Wireless */
        found->adapter_online |= strcmp(online.value, "0") != 0;
        found->adapter_offline |= strcmp(online.value, "0") == 0;
    }
}

void mm_ac_power_read(const char *root, mm_fact *fact)
{
    static const char path[] = "/sys/class/power_supply";
    char whole[1024];
    snprintf(whole, sizeof whole, "%s%s", root, path);
    DIR *folder = opendir(whole);
    if (!folder) {
        mm_fact_unknown(fact, "%s: %s", path, strerror(errno));
        return;
    }
    power found = {0};
    for (struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            read_supply(root, entry->d_name, &found);
    closedir(folder);

    if (found.adapter_online)
        mm_fact_set(fact, path, "ac");
    else if (found.discharging || (found.battery && found.adapter_offline))
        mm_fact_set(fact, path, "battery");
    else if (found.battery) /* charging or full, with no adapter listed */
        mm_fact_set(fact, path, "ac");
    else if (found.adapter_offline)
        mm_fact_unknown(fact, "%s: adapters are offline and no battery is listed", path);
    else
        mm_fact_unknown(fact, "%s: no power supply is listed, as in servers and virtual machines", path);
}

static void read_affinity(mm_environment *environment)
{
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    if (sched_getaffinity(0, sizeof cpus, &cpus) != 0) {
        mm_fact_unknown(&environment->affinity, "sched_getaffinity: %s", strerror(errno));
        mm_fact_unknown(&environment->governor, "which CPUs are used is unknown (sched_getaffinity: %s)",
                        strerror(errno));
        return;
    }
    environment->affinity_count = CPU_COUNT(&cpus);
    mm_affinity_format(&cpus, &environment->affinity);
    mm_governor_read("", &cpus, &environment->governor);
}

#if defined(__x86_64__)
/* CPUID leaf 1, ECX bit 31 says that there is one, and leaf 0x40000000 its name in EBX, ECX, EDX. Real CPUs
 * keep both for hypervisors. (Linux: Documentation/virt/kvm/x86/cpuid.rst; Microsoft: Hypervisor Top-Level
 * Functional Specification.) */
static bool cpuid_hypervisor(mm_fact *fact)
{
    static const char *const names[][2] = {
        {"KVMKVMKVM", "kvm"},      {"Microsoft Hv", "hyper-v"},   {"VMwareVMware", "vmware"},
        {"XenVMMXenVMM", "xen"},   {"TCGTCGTCGTCG", "qemu"},      {"VBoxVBoxVBox", "virtualbox"},
        {"bhyve bhyve ", "bhyve"}, {"prl hyperv  ", "parallels"}, {"ACRNACRNACRN", "acrn"},
    };
    unsigned eax, word[3], unused;
    if (!__get_cpuid(1, &eax, &unused, &word[1], &word[2]) || !(word[1] >> 31))
        return false;
    __cpuid(0x40000000, eax, word[0], word[1], word[2]);
    char name[sizeof word + 1] = "";
    memcpy(name, word, sizeof word);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i][0]) == 0) {
            mm_fact_set(fact, "cpuid", names[i][1]);
            return true;
        }
    mm_fact_set(fact, "cpuid", name[0] ? name : "unnamed");
    return true;
}
#endif

static void read_hypervisor(mm_fact *fact)
{
#if defined(__x86_64__)
    if (cpuid_hypervisor(fact))
        return;
#endif
    if (mm_system_line("", fact, "/sys/hypervisor/type") && fact->value[0])
        return;
#if defined(__x86_64__)
    mm_fact_set(fact, "cpuid", "none");
#endif
}

static void read_software(mm_environment *environment)
{
    struct utsname system;
    if (uname(&system) == 0)
        mm_fact_set(&environment->kernel_release, "uname", system.release);
    else
        mm_fact_unknown(&environment->kernel_release, "uname: %s", strerror(errno));
#if defined(__GLIBC__)
    char text[64];
    snprintf(text, sizeof text, "glibc %s", gnu_get_libc_version());
    mm_fact_set(&environment->libc, "libc", text);
#else
    mm_fact_unknown(&environment->libc, "not glibc: this C library does not tell its version");
#endif
}

void mm_environment_read(mm_environment *environment)
{
    memset(environment, 0, sizeof *environment);
    read_affinity(environment);
    mm_ac_power_read("", &environment->ac_power);
    mm_cgroup_quota_read("", &environment->cgroup_quota);
    read_hypervisor(&environment->hypervisor);
    read_software(environment);
}

/* "cpu user nice system idle iowait irq softirq steal guest guest_nice", in clock ticks, summed over CPUs
 * (proc(5)). user and nice include the guests' time already. */
void mm_steal_read(const char *root, mm_counters *counters)
{
    mm_fact line;
    unsigned long long user, nice, system, idle, iowait, irq, softirq, steal;
    counters->has_steal = false;
    counters->reason[0] = '\0';
    if (!mm_system_key(root, &line, "cpu", "/proc/stat")) {
        snprintf(counters->reason, sizeof counters->reason, "%s", line.reason);
        return;
    }
    int got = sscanf(line.value, "%llu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle,
                     &iowait, &irq, &softirq, &steal);
    if (got != 8) {
        snprintf(counters->reason, sizeof counters->reason,
                 "/proc/stat: %d numbers after 'cpu', at least 8 expected", got > 0 ? got : 0);
        return;
    }
    double ticks_per_s = (double)sysconf(_SC_CLK_TCK);
    counters->has_steal = true;
    counters->steal_s = (double)steal / ticks_per_s;
    counters->busy_s = (double)(user + nice + system + irq + softirq) / ticks_per_s;
}

void mm_counters_read(mm_counters *counters)
{
    memset(counters, 0, sizeof *counters);
    mm_steal_read("", counters);
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) == 0) {
        counters->voluntary_switches = usage.ru_nvcsw;
        counters->involuntary_switches = usage.ru_nivcsw;
    }
}

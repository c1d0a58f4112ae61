#include "measure/cpu.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "measure/environment_internal.h"

/* What /proc/cpuinfo calls the model: x86, MIPS, POWER, RISC-V, older ARM. */
static void read_model(const char *root, mm_cpu *cpu)
{
    static const char *const keys[] = {"model name", "cpu model", "cpu", "uarch", "Hardware", "Processor"};
    mm_fact fact;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (mm_system_key(root, &fact, keys[i], "/proc/cpuinfo") && fact.value[0]) {
            snprintf(cpu->model, sizeof cpu->model, "%s", fact.value);
            return;
        }
}

/* 0 where there is none. */
static int read_count(const char *root, const char *folder, int index, const char *name)
{
    mm_fact fact;
    int64_t number;
    bool known =
        mm_system_line(root, &fact, "%s/index%d/%s", folder, index, name) && mm_fact_number(&fact, &number);
    return known && number > 0 && number <= INT_MAX ? (int)number : 0;
}

static bool read_cache(const char *root, int index, mm_cache *cache)
{
    static const char folder[] = "/sys/devices/system/cpu/cpu0/cache";
    mm_fact level, type, size;
    int64_t number;
    if (!mm_system_line(root, &level, "%s/index%d/level", folder, index) ||
        !mm_system_line(root, &type, "%s/index%d/type", folder, index) ||
        !mm_system_line(root, &size, "%s/index%d/size", folder, index) || !mm_fact_number(&level, &number) ||
        !mm_fact_number(&size, &cache->size_bytes))
        return false;
    cache->level = (int)number;
    snprintf(cache->type, sizeof cache->type, "%.15s", type.value);
    cache->ways = read_count(root, folder, index, "ways_of_associativity");
    cache->line_bytes = read_count(root, folder, index, "coherency_line_size");
    return true;
}

void mm_cpu_read_root(const char *root, mm_cpu *cpu)
{
    memset(cpu, 0, sizeof *cpu);
    read_model(root, cpu);
    struct utsname system;
    if (uname(&system) == 0)
        snprintf(cpu->architecture, sizeof cpu->architecture, "%.31s", system.machine);
    cpu->logical_cpus = (int)sysconf(_SC_NPROCESSORS_ONLN);
    while (cpu->cache_count < MM_CACHES_MAX &&
           read_cache(root, cpu->cache_count, &cpu->caches[cpu->cache_count]))
        cpu->cache_count++;
}

void mm_cpu_read(mm_cpu *cpu)
{
    mm_cpu_read_root("", cpu);
}

int64_t mm_cpu_last_cache_bytes(const mm_cpu *cpu)
{
    int64_t largest = 0;
    for (int i = 0; i < cpu->cache_count; i++)
        if (cpu->caches[i].size_bytes > largest)
            largest = cpu->caches[i].size_bytes;
    return largest;
}

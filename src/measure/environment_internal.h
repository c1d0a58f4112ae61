/* The readers behind cpu.h and environment.h, with the root of the file system as a parameter, so that tests
 * can give them a made-up /proc and /sys. Private to src/measure and its tests. `root` is "" for the real
 * system; reasons name the path without it. */
#ifndef MM_ENVIRONMENT_INTERNAL_H
#define MM_ENVIRONMENT_INTERNAL_H

#include <sched.h>
#include <stdint.h>

#include "measure/cpu.h"
#include "measure/environment.h"

/* --- system_file.c: one fact out of a text file */

/* The fact's value from a text; unknown, with the reason, where the text does not fit. */
void mm_fact_set(mm_fact *fact, const char *path, const char *text);
void mm_fact_unknown(mm_fact *fact, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The first line of a file, without the white space around it. False where it cannot be read, with errno and
 * "path: why" in the fact. An empty file gives true and an empty value. The path is a printf format. */
bool mm_system_line(const char *root, mm_fact *fact, const char *path_format, ...)
    __attribute__((format(printf, 3, 4)));

/* The rest of the first line "key: value", "key<tab>: value" or "key value". False where there is none. */
bool mm_system_key(const char *root, mm_fact *fact, const char *key, const char *path_format, ...)
    __attribute__((format(printf, 4, 5)));

/* The trimmed value as a whole number with an optional unit K, kB, M or G (of 1024). False where it is not
 * one. */
bool mm_fact_number(const mm_fact *fact, int64_t *number);

/* --- cgroup.c */

/* Processor time that control groups leave this process, the tightest from its own group upwards: "none" or
 * CPUs. */
void mm_cgroup_quota_read(const char *root, mm_fact *fact);
int mm_cgroup_quota_cpus(const char *root); /* mm_environment_quota_cpus */

/* Memory that can be had without swapping: MemAvailable, or less where a control group limits it. -1:
 * unknown. */
int64_t mm_memory_available_bytes(const char *root);

/* --- environment.c and cpu.c */

void mm_affinity_format(const cpu_set_t *cpus, mm_fact *fact); /* "0-1,4" */
void mm_governor_read(const char *root, const cpu_set_t *cpus, mm_fact *fact);
void mm_ac_power_read(const char *root, mm_fact *fact);
void mm_steal_read(const char *root, mm_counters *counters);
void mm_cpu_read_root(const char *root, mm_cpu *cpu);

#endif

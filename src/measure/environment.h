/* The machine's state that bears on a measurement. What cannot be read has a reason instead of a value. */
#ifndef MM_ENVIRONMENT_H
#define MM_ENVIRONMENT_H

#include <stdbool.h>

/* A text fact: value is "" where unknown, and then reason says why. */
typedef struct mm_fact {
    char value[128];
    char reason[160];
} mm_fact;

typedef struct mm_environment {
    mm_fact governor;       /* cpufreq governor of the CPUs in affinity; "mixed: a,b" where they differ */
    mm_fact ac_power;       /* "ac" or "battery" */
    mm_fact affinity;       /* CPUs this process may run on, as a list "0-1,4" */
    int affinity_count;     /* how many; 0 where unknown */
    mm_fact cgroup_quota;   /* "none", or CPUs as a decimal number "1.50" (cgroup v2 cpu.max, v1 cfs_quota) */
    mm_fact hypervisor;     /* "none", or its name (CPUID leaf 0x40000000 or /sys/hypervisor) */
    mm_fact kernel_release; /* uname -r */
    mm_fact libc;           /* "glibc 2.36" */
} mm_environment;

void mm_environment_read(mm_environment *environment);

/* cgroup_quota alone, as whole CPUs, rounded up; 0 for none and unknown: what mm_gemm_limit_threads takes. */
int mm_environment_quota_cpus(void);

/* Counters read before and after a run; the difference goes to the manifest. */
typedef struct mm_counters {
    bool has_steal;
    double steal_s, busy_s; /* of all CPUs, from /proc/stat; busy without steal and idle */
    long voluntary_switches, involuntary_switches; /* of this process: getrusage */
    char reason[160];                              /* where has_steal is false */
} mm_counters;

void mm_counters_read(mm_counters *counters);

/* The environment variables that select threads and kernels; recorded as they are. NULL ends the list. */
extern const char *const mm_environment_variables[];

#endif

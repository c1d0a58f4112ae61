/* What the CPU is: model, caches. Read, never assumed. (Instruction sets: core/isa.h.) */
#ifndef MM_CPU_H
#define MM_CPU_H

#include <stdint.h>

enum { MM_CACHES_MAX = 8 };

typedef struct mm_cache {
    int level;
    char type[16]; /* "Data", "Instruction", "Unified" */
    int64_t size_bytes;
    int ways, line_bytes; /* 0 where sysfs does not tell */
} mm_cache;

typedef struct mm_cpu {
    char model[128]; /* "" where unreadable */
    char architecture[32];
    int logical_cpus;               /* online */
    int cache_count;                /* 0 where sysfs does not tell */
    mm_cache caches[MM_CACHES_MAX]; /* of cpu0 */
} mm_cpu;

void mm_cpu_read(mm_cpu *cpu);

/* The size of the largest cache; 0 where none is known. */
int64_t mm_cpu_last_cache_bytes(const mm_cpu *cpu);

#endif

/* The levels of a memory hierarchy, found in a sweep of bandwidth over working sets by nothing but its shape.
 */
#ifndef MM_PLATEAUS_H
#define MM_PLATEAUS_H

#include <stdint.h>

#include "measure/cpu.h"

enum { MM_PLATEAUS_MAX = 8, MM_SWEEP_MAX = 128 };

typedef struct mm_sweep_point {
    int64_t working_set_bytes;
    double gbytes_per_s, median_gbytes_per_s;
} mm_sweep_point;

typedef struct mm_plateau {
    int first, last;     /* the points that it spans */
    double gbytes_per_s; /* the median of their best rates */
} mm_plateau;

/* Finds at most MM_PLATEAUS_MAX plateaus in the best rates of 0 <= count <= MM_SWEEP_MAX points, ascending in
 * size, and returns how many. Change points: the segmentation of log2 rate into constant pieces of at least
 * MM_PLATEAU_POINTS_MIN points that costs least, where a piece costs its absolute deviations from its median
 * and a fixed price (optimal partitioning: B. Jackson et al., IEEE Signal Process. Lett. 12(2), 2005;
 * deviations are absolute so that single disturbed points do not count). Pieces that fall steadily, or that
 * lie briefly between two levels, are the passage from one to the next and no plateau; neighbours at the same
 * level are one. */
enum { MM_PLATEAU_POINTS_MIN = 3 };
int mm_plateaus_find(const mm_sweep_point *points, int count, mm_plateau plateaus[MM_PLATEAUS_MAX]);

/* What a plateau is called. */
typedef struct mm_plateau_label {
    char text[8];     /* "L1d", "L2", "L3", "memory"; "" where the system's caches do not tell */
    char reason[160]; /* why text is "" */
    int64_t
        cache_bytes; /* of the cache it is named after, as the system reports it; 0 for memory and unknown */
} mm_plateau_label;

/* Names plateau `which` of count after the caches that the system reports: after the smallest data cache that
 * holds the middle of its working sets, and the last plateau after the memory, where the sweep went on to at
 * least twice the largest cache. Caches only name plateaus, they do not place them: a virtual machine may
 * report its host's. */
void mm_plateau_name(const mm_sweep_point *points, int point_count, const mm_plateau *plateaus, int count,
                     int which, const mm_cpu *cpu, mm_plateau_label *label);

#endif

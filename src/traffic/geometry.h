/* The data caches of this CPU, and the shape in which they can be simulated. */
#ifndef MM_TRAFFIC_GEOMETRY_H
#define MM_TRAFFIC_GEOMETRY_H

#include "measure/cpu.h"
#include "record/intensity.h"

/* Data and unified caches of cpu0, L1 first, as reported and as simulated; where none is reported, usual
 * sizes, with the reason. */
void mm_geometry_of_cpu(const mm_cpu *cpu, mm_intensity *intensity);

/* The nearest cache that cachegrind simulates, never a larger one: its number of sets is a power of two, so
 * 2^s sets with 2^s the largest that leaves at least the reported ways, and as many ways as then fit. Unknown
 * ways count as 8 in the L1 and 16 beyond, unknown lines as 64 bytes. */
mm_geometry mm_geometry_simulated(const mm_geometry *reported);

/* The number of sets of a simulated geometry. */
int64_t mm_geometry_sets(const mm_geometry *cache);

#endif

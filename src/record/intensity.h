/* intensity.json: what each method moves between the levels of memory (schema/intensity.schema.json,
 * "gemmlab-intensity/1"). */
#ifndef MM_INTENSITY_H
#define MM_INTENSITY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/matrix.h"

/* Where a figure comes from. */
typedef enum mm_traffic_source {
    MM_TRAFFIC_NONE,      /* a row without figures; its reason says why */
    MM_TRAFFIC_COUNTERS,  /* hardware counters, while the product ran */
    MM_TRAFFIC_SIMULATED, /* the product's own loads and stores, through caches simulated by cachegrind */
    MM_TRAFFIC_MODEL,     /* worked out from the loops and the caches' sizes */
    MM_TRAFFIC_SOURCE_COUNT
} mm_traffic_source;
const char *mm_traffic_source_name(mm_traffic_source source); /* "counters", ...; NULL for NONE */

enum { MM_TRAFFIC_LEVELS_MAX = 4 };

/* A data cache. ways and line_bytes are 0 (null in JSON) where the system does not tell. */
typedef struct mm_geometry {
    int level;
    int64_t size_bytes;
    int ways, line_bytes;
} mm_geometry;

typedef struct mm_intensity_row {
    char method[32]; /* of the front end cli */
    mm_dtype dtype;
    int64_t n;
    mm_traffic_source source;
    char reason[256]; /* why the source is not the one asked for; "" (null) where it is */
    char isa[16]; /* the widest instruction set that the product was run with; "" (null) where it was not run
                   */
    char kernel[64]; /* the BLAS's kernel family in that run; "" (null) where none served */
    /* Bytes that one product brings into the cache of that index from the next level, the last one from
     * memory. A line counts when it comes in, also to be written; writing it back does not. NAN (null): not
     * known. */
    double bytes[MM_TRAFFIC_LEVELS_MAX];
} mm_intensity_row;

typedef struct mm_intensity {
    int cache_count;                              /* >= 1 */
    mm_geometry caches[MM_TRAFFIC_LEVELS_MAX];    /* as the system reports them, L1 first */
    mm_geometry simulated[MM_TRAFFIC_LEVELS_MAX]; /* as simulation and model take them: nothing unknown */
    char caches_reason[160]; /* where the sizes are assumed; "" (null) where they are read */
    char valgrind[32];       /* its version; "" (null) where none was run */
    char source_reason[MM_TRAFFIC_SOURCE_COUNT][256]; /* why a source cannot be had; "" (null) where it can,
                                                         or was not tried */
    mm_intensity_row *rows;
    int row_count, row_capacity;
} mm_intensity;

void mm_intensity_free(mm_intensity *intensity);

/* Appends a copy. False where memory ran out. */
bool mm_intensity_add(mm_intensity *intensity, const mm_intensity_row *row);

/* Sorts rows by method, dtype, n. */
void mm_intensity_sort(mm_intensity *intensity);

/* The row of a method and size, or NULL. */
const mm_intensity_row *mm_intensity_find(const mm_intensity *intensity, const char *method, mm_dtype dtype,
                                          int64_t n);

double mm_intensity_flop(int64_t n); /* 2 n^3 */

/* FLOP for each byte that comes into the cache of that index. NAN where the bytes are not known, or none
 * came: the matrices stayed in that cache. */
double mm_intensity_at(const mm_intensity_row *row, int cache);

/* True where less came into the cache of that index than an eighth of the three matrices: they stayed in it,
 * and the rest is strays and memory that a BLAS packs into, which a first product walks through. */
bool mm_intensity_stays(const mm_intensity_row *row, int cache);

/* The intensity of a product of size n that reads A and B and writes C once: n/6 FLOP/byte in f32. */
double mm_intensity_compulsory(mm_dtype dtype, double n);

/* The intensity of loading both operands of every multiply-add: 0.25 FLOP/byte in f32. */
double mm_intensity_floor(mm_dtype dtype);

/* The canonical text: rows sorted; otherwise as in results.h. Free with free (). */
mm_status mm_intensity_to_text(const mm_intensity *intensity, char **text, mm_error *err);

/* Overwrites *intensity, which is left empty on failure; errors as in mm_results_read. */
mm_status mm_intensity_read(const char *path, mm_intensity *intensity, mm_error *err);

#endif

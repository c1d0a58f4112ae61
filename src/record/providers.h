/* providers.json, printed by mmcli providers: the BLAS libraries of a machine (schema/providers.schema.json,
 * "gemmlab-providers/1"). */
#ifndef MM_PROVIDERS_H
#define MM_PROVIDERS_H

#include <stdbool.h>

#include "blas/alternatives.h"
#include "blas/blas.h"
#include "blas/find.h"
#include "blas/owner.h"
#include "record/json.h"

/* Did the library use as many threads as it was told to? Judged by the CPUs that it kept busy: CPU time over
 * time. */
typedef struct mm_thread_trial {
    int asked;        /* as many as this process has CPUs; 0: not tried, and reason says why */
    bool by_call;     /* by the library's own call; else by the environment that it was loaded in */
    double busy_cpus; /* CPU time over time, when as many threads were asked for */
    double working;   /* threads at work then */
    double alone;     /* and when one was asked for */
    bool took_effect;
    char reason[160]; /* "" where it was tried */
} mm_thread_trial;

enum { MM_PROVIDER_ALSO_MAX = 8 };

typedef struct mm_provider {
    char label[32]; /* as rows name it, where it was timed; "" elsewhere */
    char path[512]; /* of the file with the kernels, if that serves gemm itself */
    mm_origin origin;
    char also[MM_PROVIDER_ALSO_MAX][512]; /* other files of the same library: fronts to it, copies */
    int also_count;
    mm_owner owner; /* of path; empty: nobody knows the file */
    mm_blas blas; /* as it describes itself in a process that runs nothing else, in the user's environment */
    bool has_dtype[2];
    bool is_default;  /* what the loader gives to this program as libblas.so.3 is one of its files */
    bool is_usable;   /* it was loaded, and its products were right */
    char reason[256]; /* where it is not usable */
    mm_thread_trial threads;
} mm_provider;

typedef struct mm_providers {
    mm_provider *items; /* the default first, then the usable, then the others, each in the order found */
    int count;
    char loader_gives[MM_BLAS_PATH_SIZE]; /* the file that serves this program */
    mm_alternatives blas;                 /* of libblas.so.3; empty where the system has none */
    mm_alternatives lapack;               /* of liblapack.so.3 */
} mm_providers;

/* A copy of the item at the end; NULL where memory ran out. */
mm_provider *mm_providers_add(mm_providers *providers, const mm_provider *item);
void mm_providers_free(mm_providers *providers);

/* Has this file, or a link to it, been found as one of the provider's? */
bool mm_provider_has_file(const mm_provider *provider, const char *path);

/* One provider as a JSON object, under key or at the end of an array. */
void mm_provider_to_json(mm_json_writer *json, cJSON *parent, const char *key, const mm_provider *provider);

/* Canonical text, as in results.h. Free with free (). */
mm_status mm_providers_to_text(const mm_providers *providers, char **text, mm_error *err);

#endif

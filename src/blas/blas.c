#include "blas/blas.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The Fortran interface, which every BLAS has. Sizes are 32-bit (LP64); the two last arguments are the
 * lengths of the character arguments, which gfortran passes hidden and C callers must not leave out. */
typedef int blas_int;
extern void sgemm_(const char *, const char *, const blas_int *, const blas_int *, const blas_int *,
                   const float *, const float *, const blas_int *, const float *, const blas_int *,
                   const float *, float *, const blas_int *, size_t, size_t);
extern void dgemm_(const char *, const char *, const blas_int *, const blas_int *, const blas_int *,
                   const double *, const double *, const blas_int *, const double *, const blas_int *,
                   const double *, double *, const blas_int *, size_t, size_t);

/* --- The call. */

/* C = beta C by hand, with beta = 0 storing zeros: the case k = 0, where libraries differ over NaN in C. */
static void scale(double beta, mm_matrix *C)
{
    for (int64_t j = 0; j < C->cols; j++)
        for (int64_t i = 0; i < C->rows; i++)
            mm_matrix_set(C, i, j, beta == 0 ? 0 : beta * mm_matrix_get(C, i, j));
}

void mm_blas_gemm(char trans_a, char trans_b, double alpha, const mm_matrix *A, const mm_matrix *B,
                  double beta, mm_matrix *C)
{
    blas_int m = (blas_int)C->rows, n = (blas_int)C->cols;
    blas_int k = (blas_int)(trans_a == 'N' ? A->cols : A->rows);
    blas_int lda = (blas_int)A->ld, ldb = (blas_int)B->ld, ldc = (blas_int)C->ld;
    if (m == 0 || n == 0)
        return;
    if (k == 0) {
        scale(beta, C);
        return;
    }
    if (C->dtype == MM_F32) {
        float alpha_f32 = (float)alpha, beta_f32 = (float)beta;
        sgemm_(&trans_a, &trans_b, &m, &n, &k, &alpha_f32, A->data, &lda, B->data, &ldb, &beta_f32, C->data,
               &ldc, 1, 1);
    } else {
        dgemm_(&trans_a, &trans_b, &m, &n, &k, &alpha, A->data, &lda, B->data, &ldb, &beta, C->data, &ldc, 1,
               1);
    }
}

/* --- Who it is. The symbols are looked up at run time: which library serves us is the system's choice. */

typedef char *text_function(void);
typedef int int_function(void);
typedef void set_int_function(int);
typedef void mkl_version_function(char *, int);

/* Stores the address of a symbol of this process, NULL where there is none, in the function pointer at
 * *function. (POSIX lets a data pointer from dlsym become a function pointer; ISO C wants it copied.) */
static void look_up(const char *name, void *function)
{
    void *symbol = dlsym(RTLD_DEFAULT, name);
    memcpy(function, &symbol, sizeof symbol);
}

/* The libraries we can ask, each by a symbol that only it has. */
static const struct {
    const char *provider, *marker, *get_threads, *set_threads;
} libraries[] = {
    {"openblas", "openblas_get_config", "openblas_get_num_threads", "openblas_set_num_threads"},
    {"mkl", "MKL_Get_Version_String", "MKL_Get_Max_Threads", "MKL_Set_Num_Threads"},
    {"blis", "bli_info_get_version_str", NULL, NULL},
    {"atlas", "ATL_sgemm", NULL, NULL},
};
enum { LIBRARY_COUNT = sizeof libraries / sizeof *libraries, NO_LIBRARY = -1 };

static int find_library(void)
{
    for (int i = 0; i < LIBRARY_COUNT; i++)
        if (dlsym(RTLD_DEFAULT, libraries[i].marker))
            return i;
    return NO_LIBRARY;
}

static void describe_openblas(mm_blas *out)
{
    text_function *config = NULL, *corename = NULL;
    look_up("openblas_get_config", &config);
    look_up("openblas_get_corename", &corename);
    if (config)
        snprintf(out->config, sizeof out->config, "%s", config());
    sscanf(out->config, "OpenBLAS %63s", out->version);
    if (corename)
        snprintf(out->kernel, sizeof out->kernel, "%s", corename());
    const char *most = strstr(out->config, "MAX_THREADS=");
    out->threads_max = most ? atoi(most + strlen("MAX_THREADS=")) : 0;
}

static void describe_mkl(mm_blas *out)
{
    mkl_version_function *version = NULL;
    look_up("MKL_Get_Version_String", &version);
    version(out->config, (int)sizeof out->config);
    out->config[sizeof out->config - 1] = '\0';
    sscanf(out->config, "%*[^0-9]%63s", out->version);
}

static void describe_blis(mm_blas *out)
{
    text_function *version = NULL;
    int_function *arch_id = NULL;
    look_up("bli_info_get_version_str", &version);
    snprintf(out->version, sizeof out->version, "%s", version());
    snprintf(out->config, sizeof out->config, "BLIS %s", out->version);
    const char *(*arch_name)(int) = NULL;
    look_up("bli_arch_query_id", &arch_id);
    look_up("bli_arch_string", &arch_name);
    if (arch_id && arch_name)
        snprintf(out->kernel, sizeof out->kernel, "%s", arch_name(arch_id()));
}

/* Libraries that show no symbol of their own: Debian's libblas.so.3 of BLIS, of ATLAS and of the reference
 * export the BLAS alone. Where they lie is all there is to go by. */
static const struct {
    const char *part, *provider;
} places[] = {
    {"/blis-", "blis"},    {"libblis", "blis"}, {"/atlas/", "atlas"}, {"/blas/libblas.so", "netlib"},
    {"refblas", "netlib"},
};

static const char *provider_by_path(const char *path)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strstr(path, places[i].part))
            return places[i].provider;
    return "unknown";
}

static void describe_path(mm_blas *out)
{
    Dl_info info;
    void *gemm = dlsym(RTLD_DEFAULT, "sgemm_");
    if (!gemm || !dladdr(gemm, &info) || !info.dli_fname)
        return;
    char *resolved = realpath(info.dli_fname, NULL);
    snprintf(out->path, sizeof out->path, "%s", resolved ? resolved : info.dli_fname);
    free(resolved);
}

void mm_blas_describe(mm_blas *out)
{
    *out = (mm_blas){0};
    describe_path(out);
    int library = find_library();
    if (library == NO_LIBRARY) {
        snprintf(out->provider, sizeof out->provider, "%s", provider_by_path(out->path));
        if (strcmp(out->provider, "netlib") == 0)
            out->threads = out->threads_max = 1; /* the reference library has no others */
        return;
    }
    snprintf(out->provider, sizeof out->provider, "%s", libraries[library].provider);
    int_function *threads = NULL;
    if (libraries[library].get_threads)
        look_up(libraries[library].get_threads, &threads);
    if (threads)
        out->threads = threads();
    if (strcmp(out->provider, "openblas") == 0)
        describe_openblas(out);
    else if (strcmp(out->provider, "mkl") == 0)
        describe_mkl(out);
    else if (strcmp(out->provider, "blis") == 0)
        describe_blis(out);
}

bool mm_blas_set_threads(int threads)
{
    int library = find_library();
    set_int_function *set = NULL;
    if (library != NO_LIBRARY && libraries[library].set_threads)
        look_up(libraries[library].set_threads, &set);
    if (!set)
        return false;
    set(threads);
    return true;
}

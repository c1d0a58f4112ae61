#include "blas/library.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* How libraries name sgemm_ and all their other symbols. */
static const struct {
    const char *prefix, *suffix;
} namings[] = {
    {"", ""},          /* the Fortran interface as gfortran has it */
    {"scipy_", ""},    /* PyPI's scipy-openblas32 */
    {"scipy_", "64_"}, /* scipy-openblas64 */
    {"", "64_"},       /* ILP64 builds beside an LP64 one: libopenblas64_ */
};
enum { NAMING_COUNT = sizeof namings / sizeof *namings };

bool mm_library_is_name(const char *symbol, const char *plain)
{
    const size_t length = strlen(plain);
    for (int i = 0; i < NAMING_COUNT; i++) {
        const size_t before = strlen(namings[i].prefix);
        if (strncmp(symbol, namings[i].prefix, before) == 0 && strncmp(symbol + before, plain, length) == 0 &&
            strcmp(symbol + before + length, namings[i].suffix) == 0)
            return true;
    }
    return false;
}

mm_blas_function *mm_library_symbol(const mm_library *library, const char *name)
{
    char full[128];
    mm_blas_function *function = NULL;
    if (*library->prefix || *library->suffix) {
        snprintf(full, sizeof full, "%s%s%s", library->prefix, name, library->suffix);
        name = full;
    }
    void *symbol = dlsym(library->handle ? library->handle : RTLD_DEFAULT, name);
    memcpy(&function, &symbol,
           sizeof symbol); /* POSIX lets it become a function pointer; ISO C wants it copied */
    return function;
}

/* --- Opening. */

/* A library that was built with other names for its own symbols still calls some by theirs: OpenBLAS's
 * `gotoblas`, its table of kernels, would be the first loaded OpenBLAS's. RTLD_DEEPBIND has it look at home
 * first. AddressSanitizer forbids that. */
static int open_flags(void)
{
#if defined(RTLD_DEEPBIND) && !defined(__SANITIZE_ADDRESS__)
    return RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
#else
    return RTLD_NOW | RTLD_LOCAL;
#endif
}

static bool find_gemm(mm_library *library)
{
    for (int i = 0; i < NAMING_COUNT; i++) {
        library->prefix = namings[i].prefix;
        library->suffix = namings[i].suffix;
        library->gemm[MM_F32] = mm_library_symbol(library, "sgemm_");
        library->gemm[MM_F64] = mm_library_symbol(library, "dgemm_");
        if (library->gemm[MM_F32] || library->gemm[MM_F64])
            return true;
    }
    library->prefix = library->suffix = "";
    library->gemm[MM_F32] = mm_library_symbol(library, "dnnl_sgemm"); /* it has no dgemm */
    library->row_major = library->gemm[MM_F32] != NULL;
    library->integer_bits = 64; /* dnnl_dim_t is int64_t: dnnl_common_types.h */
    return library->row_major;
}

/* LP64 or ILP64? isamax_ of {1, 3, 2} with a count whose lower half is 3 and which is negative as a whole: as
 * 32 bits it is 3, and the answer 2, counted from 1; as 64 bits it is below 1, where BLAS answers 0. So asks
 * libblastrampoline (src/autodetection.c). Returns 32, 64, or 0: neither. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lower half of an integer comes first");

int mm_library_integer_bits(const mm_library *library)
{
    int64_t (*isamax)(const int64_t *, const float *, const int64_t *);
    mm_blas_function *symbol = mm_library_symbol(library, "isamax_");
    if (!symbol)
        return 0;
    const int64_t count = (int64_t)UINT64_C(0xffffffff00000003), step = 1;
    const float numbers[] = {1, 3, 2};
    memcpy(&isamax, &symbol, sizeof symbol);
    int32_t place =
        (int32_t)isamax(&count, numbers, &step); /* an LP64 answer leaves the upper half undefined */
    return place == 2 ? 32 : place == 0 ? 64 : 0;
}

mm_status mm_library_open(const char *path, mm_library *library, mm_error *err)
{
    *library = (mm_library){.handle = dlopen(path, open_flags())};
    if (!library->handle)
        return mm_fail(err, MM_UNAVAILABLE, "cannotLoad", "%.200s cannot be loaded: %.250s", path, dlerror());
    if (!find_gemm(library)) {
        mm_library_close(library);
        return mm_fail(err, MM_UNAVAILABLE, "notBlas",
                       "%.300s is no BLAS: it has neither sgemm_ nor dgemm_ under any name that is known",
                       path);
    }
    if (!library->row_major)
        library->integer_bits = mm_library_integer_bits(library);
    if (library->integer_bits != 0)
        return MM_OK;
    mm_library_close(library);
    return mm_fail(
        err, MM_UNAVAILABLE, "notBlas",
        "%.250s is no whole BLAS: its isamax_ is missing or wrong, so the width of its integers is unknown",
        path);
}

void mm_library_close(mm_library *library)
{
    if (library->handle)
        dlclose(library->handle);
    *library = (mm_library){0};
}

/* --- The call. The two last arguments of Fortran's are the lengths of the character arguments, which
 * gfortran passes hidden and C callers must not leave out. */

typedef void gemm_lp64(const char *, const char *, const int32_t *, const int32_t *, const int32_t *,
                       const void *, const void *, const int32_t *, const void *, const int32_t *,
                       const void *, void *, const int32_t *, size_t, size_t);
typedef void gemm_ilp64(const char *, const char *, const int64_t *, const int64_t *, const int64_t *,
                        const void *, const void *, const int64_t *, const void *, const int64_t *,
                        const void *, void *, const int64_t *, size_t, size_t);
typedef int gemm_dnnl(char, char, int64_t, int64_t, int64_t, float, const float *, int64_t, const float *,
                      int64_t, float, float *, int64_t);

typedef struct call {
    char trans_a, trans_b;
    int64_t m, n, k, lda, ldb, ldc;
    const void *alpha, *A, *B, *beta;
    void *C;
} call;

static void call_lp64(mm_blas_function *function, const call *c)
{
    int32_t m = (int32_t)c->m, n = (int32_t)c->n, k = (int32_t)c->k;
    int32_t lda = (int32_t)c->lda, ldb = (int32_t)c->ldb, ldc = (int32_t)c->ldc;
    ((gemm_lp64 *)function)(&c->trans_a, &c->trans_b, &m, &n, &k, c->alpha, c->A, &lda, c->B, &ldb, c->beta,
                            c->C, &ldc, 1, 1);
}

static void call_ilp64(mm_blas_function *function, const call *c)
{
    ((gemm_ilp64 *)function)(&c->trans_a, &c->trans_b, &c->m, &c->n, &c->k, c->alpha, c->A, &c->lda, c->B,
                             &c->ldb, c->beta, c->C, &c->ldc, 1, 1);
}

/* In row-major order the same memory is C' = op(B)' op(A)'. */
static void call_dnnl(mm_blas_function *function, const call *c)
{
    ((gemm_dnnl *)function)(c->trans_b, c->trans_a, c->n, c->m, c->k, *(const float *)c->alpha, c->B, c->ldb,
                            c->A, c->lda, *(const float *)c->beta, c->C, c->ldc);
}

/* C = beta C by hand, with beta = 0 storing zeros: the case k = 0, where libraries differ over NaN in C. */
static void scale(double beta, mm_matrix *C)
{
    for (int64_t j = 0; j < C->cols; j++)
        for (int64_t i = 0; i < C->rows; i++)
            mm_matrix_set(C, i, j, beta == 0 ? 0 : beta * mm_matrix_get(C, i, j));
}

void mm_library_gemm_bare(const mm_library *library, char trans_a, char trans_b, double alpha,
                          const mm_matrix *A, const mm_matrix *B, double beta, mm_matrix *C)
{
    float alpha_f32 = (float)alpha, beta_f32 = (float)beta;
    bool is_f32 = C->dtype == MM_F32;
    mm_blas_function *function = library->gemm[C->dtype];
    const call c = {.trans_a = trans_a,
                    .trans_b = trans_b,
                    .m = C->rows,
                    .n = C->cols,
                    .k = trans_a == 'N' ? A->cols : A->rows,
                    .lda = A->ld,
                    .ldb = B->ld,
                    .ldc = C->ld,
                    .alpha = is_f32 ? (const void *)&alpha_f32 : &alpha,
                    .beta = is_f32 ? (const void *)&beta_f32 : &beta,
                    .A = A->data,
                    .B = B->data,
                    .C = C->data};
    if (library->row_major)
        call_dnnl(function, &c);
    else if (library->integer_bits == 64)
        call_ilp64(function, &c);
    else
        call_lp64(function, &c);
}

void mm_library_gemm(const mm_library *library, char trans_a, char trans_b, double alpha, const mm_matrix *A,
                     const mm_matrix *B, double beta, mm_matrix *C)
{
    if (C->rows == 0 || C->cols == 0)
        return;
    if ((trans_a == 'N' ? A->cols : A->rows) == 0)
        scale(beta, C);
    else
        mm_library_gemm_bare(library, trans_a, trans_b, alpha, A, B, beta, C);
}

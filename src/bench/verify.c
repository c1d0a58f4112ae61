#include "bench/verify.h"

#include <math.h>
#include <string.h>

#include "core/cleanup.h"
#include "kernels/kernels.h"

/* Above this the reference would cost more than the measurement: some seconds of one core. */
static const double REFERENCE_FLOP_MAX = 0x1p32;
enum { REFERENCE_BLOCK_SIZE = 128, REFERENCE_COLUMNS_MIN = 16 };

static int64_t choose_column_count(int64_t m, int64_t n, int64_t k)
{
    double affordable = REFERENCE_FLOP_MAX / fmax(1, 2.0 * (double)m * (double)k);
    affordable = fmax(affordable, REFERENCE_COLUMNS_MIN);
    return affordable >= (double)n ? n : (int64_t)affordable;
}

/* One random column out of each of `count` equal stretches of 0..n-1; the first and the last are always
 * taken. */
static void choose_columns(mm_uint128 seed, int64_t n, int64_t count, int64_t *columns)
{
    mm_random random = mm_random_new(seed);
    for (int64_t c = 0; c < count; c++) {
        int64_t from = (int64_t)((double)n * (double)c / (double)count);
        int64_t to = (int64_t)((double)n * (double)(c + 1) / (double)count);
        columns[c] = from + (int64_t)(mm_random_uint64(&random) % (uint64_t)(to > from ? to - from : 1));
    }
    if (count > 0) {
        columns[0] = 0;
        columns[count - 1] = n - 1;
    }
}

/* The chosen columns (all where columns is NULL) as doubles, or their absolute values. */
static mm_status widen(const mm_matrix *from, const int64_t *columns, int64_t count, bool absolute,
                       mm_matrix *to, mm_error *err)
{
    mm_status status = mm_matrix_new(MM_F64, from->rows, count, to, err);
    if (status != MM_OK)
        return status;
    for (int64_t c = 0; c < count; c++)
        for (int64_t i = 0; i < from->rows; i++) {
            double value = mm_matrix_get(from, i, columns ? columns[c] : c);
            mm_matrix_set(to, i, c, absolute ? fabs(value) : value);
        }
    return MM_OK;
}

static mm_status multiply_wide(const mm_matrix *A, const mm_matrix *B, const mm_reference *reference,
                               bool absolute, mm_matrix *out, mm_error *err)
{
    mm_matrix a = {0}, b = {0};
    mm_status status = widen(A, NULL, A->cols, absolute, &a, err);
    if (status == MM_OK)
        status = widen(B, reference->columns, reference->column_count, absolute, &b, err);
    if (status == MM_OK)
        status = mm_matrix_new(MM_F64, A->rows, reference->column_count, out, err);
    if (status == MM_OK)
        mm_vectorised_f64(a.rows, b.cols, a.cols, a.data, a.ld, b.data, b.ld, out->data, out->ld,
                          REFERENCE_BLOCK_SIZE);
    mm_matrix_free(&a);
    mm_matrix_free(&b);
    return status;
}

mm_status mm_reference_make(const mm_matrix *A, const mm_matrix *B, mm_uint128 seed, mm_reference *reference,
                            mm_error *err)
{
    int64_t count = choose_column_count(A->rows, B->cols, A->cols);
    *reference = (mm_reference){.column_count = count, .k = A->cols};
    reference->columns = calloc((size_t)count + 1, sizeof *reference->columns);
    if (!reference->columns)
        return mm_fail_memory(err, (double)count * sizeof *reference->columns);
    choose_columns(seed, B->cols, count, reference->columns);
    mm_status status = multiply_wide(A, B, reference, false, &reference->R, err);
    if (status == MM_OK)
        status = multiply_wide(A, B, reference, true, &reference->S, err);
    if (status != MM_OK)
        mm_reference_free(reference);
    return status;
}

void mm_reference_free(mm_reference *reference)
{
    mm_matrix_free(&reference->R);
    mm_matrix_free(&reference->S);
    free(reference->columns);
    *reference = (mm_reference){0};
}

/* The largest |C - R| in units of absolute + relative * S. */
static double largest_error(const mm_reference *reference, const mm_matrix *C, double absolute,
                            double relative)
{
    double worst = 0;
    for (int64_t c = 0; c < reference->column_count; c++)
        for (int64_t i = 0; i < C->rows; i++) {
            double error =
                fabs(mm_matrix_get(C, i, reference->columns[c]) - mm_matrix_get(&reference->R, i, c));
            double unit = absolute + relative * mm_matrix_get(&reference->S, i, c);
            double units = error == 0 ? 0 : error / unit; /* a zero unit with an error: infinity */
            if (isnan(units))
                return INFINITY;
            worst = fmax(worst, units);
        }
    return worst;
}

void mm_verify_product(const mm_reference *reference, const mm_matrix *C, mm_verdict *verdict)
{
    double unit = (double)(reference->k > 0 ? reference->k : 1) * mm_dtype_epsilon(C->dtype);
    double worst = largest_error(reference, C, 0, unit);
    *verdict = (mm_verdict){.ok = worst <= 2, .max_error = worst, .error_bound = 2};
}

void mm_verify_agreement(const mm_reference *reference, const mm_matrix *C, mm_verdict *verdict)
{
    static const struct {
        double rtol, atol;
    } tolerances[] = {[MM_F32] = {1e-5, 1e-6}, [MM_F64] = {1e-13, 1e-14}};
    double worst = largest_error(reference, C, tolerances[C->dtype].atol, tolerances[C->dtype].rtol);
    *verdict = (mm_verdict){.ok = worst <= 1, .max_error = worst, .error_bound = 1};
}

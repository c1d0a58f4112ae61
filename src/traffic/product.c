#include "traffic/product.h"

enum { STRIP = 16 };

/* Any finite values do: no method looks at them to decide where it goes. */
static void walk_through(mm_matrix *matrix)
{
    for (int64_t j = 0; j < matrix->cols; j++)
        for (int64_t i = 0; i < matrix->rows; i++)
            mm_matrix_set(matrix, i, j, 1 + (double)((i + j) % 8) / 8);
}

static mm_status make_matrices(mm_dtype dtype, int64_t m, int64_t n, int64_t k, mm_product *product,
                               mm_error *err)
{
    mm_status status = mm_matrix_new(dtype, m, k, &product->A, err);
    if (status == MM_OK)
        status = mm_matrix_new(dtype, k, n, &product->B, err);
    if (status == MM_OK)
        status = mm_matrix_new(dtype, m, n, &product->C, err);
    if (status != MM_OK) {
        mm_product_free(product);
        return status;
    }
    walk_through(&product->A);
    walk_through(&product->B);
    walk_through(&product->C);
    return MM_OK;
}

static mm_status run_thin(const mm_method *method, mm_dtype dtype, int64_t m, int64_t n, int64_t k,
                          mm_error *err)
{
    mm_product thin = {.method = method};
    mm_status status = make_matrices(dtype, m, n, k, &thin, err);
    if (status != MM_OK)
        return status;
    mm_product_run(&thin);
    mm_product_free(&thin);
    return MM_OK;
}

mm_status mm_product_make(const mm_method *method, mm_dtype dtype, int64_t n, mm_product *product,
                          mm_error *err)
{
    int64_t strip = n < STRIP ? n : STRIP;
    *product = (mm_product){.method = method};
    mm_status status = run_thin(method, dtype, strip, n, n, err);
    if (status == MM_OK)
        status = run_thin(method, dtype, n, strip, n, err);
    return status == MM_OK ? make_matrices(dtype, n, n, n, product, err) : status;
}

void mm_product_run(mm_product *product)
{
    mm_problem problem = {&product->A, &product->B, &product->C, 1};
    product->method->run(product->method, &problem);
}

void mm_product_free(mm_product *product)
{
    mm_matrix_free(&product->A);
    mm_matrix_free(&product->B);
    mm_matrix_free(&product->C);
}

#include "bench/trial.h"

static const mm_shape TRIALS[] = {{1, 1, 1},       {3, 5, 1000},    {17, 33, 65},
                                  {64, 64, 64},    {100, 100, 100}, {129, 67, 257},
                                  {16, 16, 65536}, {17, 33, 0},     {512, 512, 512}};
enum { TRIAL_COUNT = sizeof TRIALS / sizeof *TRIALS, WHOLE_MAX = 8, TRANSPOSES = 4 };

/* Whole numbers in -8..8: 65536 products of at most 64 sum to less than 2^24, exact in fp32. */
static void fill_whole(mm_random *random, mm_matrix *X)
{
    for (int64_t j = 0; j < X->cols; j++)
        for (int64_t i = 0; i < X->rows; i++)
            mm_matrix_set(X, i, j, (double)(mm_random_uint64(random) % (2 * WHOLE_MAX + 1)) - WHOLE_MAX);
}

static mm_status make_whole(mm_dtype dtype, const mm_shape *shape, mm_matrix *A, mm_matrix *B, mm_error *err)
{
    mm_random random = mm_random_new((mm_uint128)(shape->m + shape->k));
    mm_status status = mm_matrix_new(dtype, shape->m, shape->k, A, err);
    if (status == MM_OK)
        status = mm_matrix_new(dtype, shape->k, shape->n, B, err);
    if (status != MM_OK)
        return status;
    fill_whole(&random, A);
    fill_whole(&random, B);
    return MM_OK;
}

mm_status mm_trial_product(mm_rivals *rivals, mm_contender *c, double limit_s, const mm_product_case *product,
                           const mm_matrix *A, const mm_matrix *B, const mm_reference *reference,
                           mm_verdict *verdict, mm_error *err)
{
    mm_exchange shared;
    mm_request request = {.kind = MM_REQUEST_PREPARE, .product = *product};
    mm_status status = mm_rivals_lay(rivals, product, A, B, &shared, err);
    if (status == MM_OK)
        status = mm_rival_ask(&c->process, &request, limit_s, NULL, err);
    if (status == MM_OK)
        mm_verify_product(reference, &shared.C, verdict);
    return status;
}

/* One product in one transposition. */
static mm_status try_product(mm_rivals *rivals, mm_contender *c, double limit_s,
                             const mm_product_case *product, const mm_matrix *A, const mm_matrix *B,
                             const mm_reference *reference, mm_error *err)
{
    mm_verdict verdict;
    mm_status status = mm_trial_product(rivals, c, limit_s, product, A, B, reference, &verdict, err);
    if (status != MM_OK || verdict.max_error == 0)
        return status;
    return mm_fail(err, MM_FINDING, "wrongResult",
                   "wrong product of whole numbers: %s %lldx%lldx%lld, op %c%c",
                   mm_dtype_name(product->dtype), (long long)product->shape.m, (long long)product->shape.n,
                   (long long)product->shape.k, product->trans_a, product->trans_b);
}

static mm_status try_shape(mm_rivals *rivals, mm_contender *c, const mm_rivals_options *options,
                           const mm_shape *shape, mm_error *err)
{
    mm_matrix A = {0}, B = {0};
    mm_reference reference = {0};
    mm_status status = make_whole(options->dtype, shape, &A, &B, err);
    if (status == MM_OK)
        status = mm_reference_make(&A, &B, 0, &reference, err);
    for (int t = 0; t < TRANSPOSES && status == MM_OK; t++) {
        const mm_product_case product = {options->dtype, *shape, t & 1 ? 'T' : 'N', t & 2 ? 'T' : 'N'};
        status = try_product(rivals, c, options->patience_s, &product, &A, &B, &reference, err);
    }
    mm_reference_free(&reference);
    mm_matrix_free(&A);
    mm_matrix_free(&B);
    return status;
}

mm_status mm_trial(mm_rivals *rivals, mm_contender *c, const mm_rivals_options *options, mm_error *err)
{
    mm_status status = MM_OK;
    for (int t = 0; t < TRIAL_COUNT && status == MM_OK; t++)
        if (TRIALS[t].k > 0 || options->try_empty)
            status = try_shape(rivals, c, options, &TRIALS[t], err);
    return status;
}

mm_status mm_trial_largest(mm_rivals *rivals, mm_contender *c, const mm_rivals_options *options,
                           mm_error *err)
{
    return try_shape(rivals, c, options, &TRIALS[TRIAL_COUNT - 1], err);
}

mm_status mm_trial_busy(mm_contender *c, double patience_s, mm_busy *busy, mm_error *err)
{
    const mm_request request = {.kind = MM_REQUEST_TIME, .calls = 3};
    mm_answer answer = {0};
    mm_status status = mm_rival_ask(&c->process, &request, patience_s, &answer, err);
    busy->cpus = answer.seconds > 0 ? answer.cpu_seconds / answer.seconds : 0;
    busy->threads = answer.own_seconds > 0 ? answer.cpu_seconds / answer.own_seconds : 0;
    return status;
}

mm_status mm_trial_end(mm_contender *c, double patience_s, mm_error *err)
{
    const mm_request release = {.kind = MM_REQUEST_RELEASE};
    return mm_rival_ask(&c->process, &release, patience_s, NULL, err);
}

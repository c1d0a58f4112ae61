/* Calls that a library in another process makes, and times. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "bench/rivals.h"
#include "bench/run.h"

/* What a call may take, beside the library's patience: the rate of a compiled triple loop that misses the
 * cache. */
static const double SLOWEST_FLOPS = 2e8;

static double limit_s(const mm_run *run, const mm_request *request)
{
    const mm_shape shape = {run->C.rows, run->C.cols, run->A.cols};
    double calls = request->kind == MM_REQUEST_TIME ? (double)request->calls : 1;
    return run->bench->patience_s + calls * mm_shape_flop(&shape) / SLOWEST_FLOPS;
}

/* Once lost, a library stays lost: every later row says why. */
static mm_status ask(mm_call *call, const mm_request *request, mm_answer *answer, mm_error *err)
{
    mm_contender *c = call->entry->served;
    mm_error why = {0};
    if (*c->why)
        return mm_fail(err, MM_UNAVAILABLE, "providerLost", "%s", c->why);
    mm_status status = mm_rival_ask(&c->process, request, limit_s(call->run, request), answer, &why);
    if (status == MM_OK)
        return MM_OK;
    mm_rival_end(&c->process);
    snprintf(c->why, sizeof c->why, "%.255s", why.text);
    return mm_fail(err, status, why.id, "%s", why.text);
}

static void copy_out(const mm_matrix *from, mm_matrix *to)
{
    for (int64_t j = 0; j < to->cols; j++)
        for (int64_t i = 0; i < to->rows; i++)
            mm_matrix_set(to, i, j, mm_matrix_get(from, i, j));
}

/* The inputs go over, the product comes back. */
static mm_status call_first(mm_call *call, double *elapsed_s, mm_error *err)
{
    mm_run *run = call->run;
    const mm_product_case product = {run->C.dtype, {run->C.rows, run->C.cols, run->A.cols}, 'N', 'N'};
    const mm_request request = {.kind = MM_REQUEST_PREPARE, .product = product};
    mm_exchange shared;
    mm_answer answer = {0};
    mm_status status = mm_rivals_lay(run->bench->rivals, &product, &run->A, &run->B, &shared, err);
    if (status == MM_OK)
        status = ask(call, &request, &answer, err);
    if (status != MM_OK)
        return status;
    copy_out(&shared.C, &run->C);
    call->laid = true;
    *elapsed_s = answer.seconds;
    return MM_OK;
}

mm_status mm_served_time(void *context, int64_t calls, double *elapsed_s, mm_error *err)
{
    mm_call *call = context;
    if (!call->laid)
        return call_first(call, elapsed_s, err);
    const mm_request request = {.kind = MM_REQUEST_TIME, .calls = calls};
    mm_answer answer = {0};
    mm_status status = ask(call, &request, &answer, err);
    *elapsed_s = answer.seconds;
    return status;
}

void mm_served_release(mm_call *call)
{
    const mm_request request = {.kind = MM_REQUEST_RELEASE};
    mm_answer answer;
    ask(call, &request, &answer, NULL);
    call->laid = false;
}

/* A library that was asked for a kernel and took another would be compared under a false name. */
void mm_served_check(const mm_bench *bench, mm_results *results)
{
    for (int e = 0; e < bench->entry_count; e++) {
        const mm_contender *c = bench->entries[e].served;
        const char *asked = c ? strchr(c->setting, '=') : NULL;
        mm_check check = {.id = "provider-kernel", .ok = asked && strcasecmp(asked + 1, c->kernel) == 0};
        if (!asked || *c->why)
            continue;
        snprintf(check.message, sizeof check.message, "%s, asked for by %s, runs its kernel %s", c->provider,
                 c->setting, *c->kernel ? c->kernel : "that it does not name");
        if (!check.ok)
            snprintf(check.fix, sizeof check.fix,
                     "read the row as that of the kernel that ran; mmcli rivals tells which kernels are "
                     "accepted here");
        mm_results_add_check(results, &check);
    }
}

#include "bench/run.h"
#include "measure/clock.h"

static const mm_shape AGREEMENT_SHAPE = {64, 64, 64}; /* L3 */
static const double BRIEF_CALL_S = 0.05; /* a first call this brief is repeated: it also paid for start-up */

static mm_status timed_call(mm_call *c, double *call_s, mm_error *err)
{
    if (c->entry->served)
        return mm_served_time(c, 1, call_s, err);
    double start = mm_clock_s();
    mm_status status = mm_call_make(c, err);
    *call_s = mm_clock_s() - start;
    return status;
}

/* One method at 64 x 64 x 64: does it agree with the reference (L3)? Its time is the first prediction. */
static mm_status check_agreement(mm_run *run, int entry, mm_error *err)
{
    mm_call c;
    double call_s = 0;
    mm_error reason = {0};
    mm_verdict verdict = {0};
    mm_run_spoil(&run->C);
    mm_status status = mm_call_prepare(run, &run->bench->entries[entry], &c, &reason);
    run->calls[entry] = c; /* so that mm_run_close_shape releases it in every case */
    if (status == MM_OK)
        status = timed_call(&run->calls[entry], &call_s, &reason);
    if (status == MM_OK && call_s < BRIEF_CALL_S)
        status = timed_call(&run->calls[entry], &call_s, &reason);
    bool is_lost =
        status == MM_UNAVAILABLE && run->bench->entries[entry].served; /* the library is, not the run */
    if ((status == MM_UNAVAILABLE && !is_lost) || status == MM_INTERRUPTED)
        return mm_fail(err, status, reason.id, "%s", reason.text);
    if (status == MM_OK)
        mm_verify_agreement(&run->reference, &run->C, &verdict);
    mm_schedule_predict(run, entry, &AGREEMENT_SHAPE, call_s);
    for (int s = 0; s < run->bench->shape_count; s++) {
        if (status != MM_OK)
            mm_row_fail(mm_run_cell(run, s, entry), reason.text);
        else if (!verdict.ok)
            mm_row_verdict(mm_run_cell(run, s, entry), &verdict, "at 64x64x64");
    }
    return MM_OK;
}

mm_status mm_agreement_check(mm_run *run, mm_error *err)
{
    mm_run_show(run, "checking that all methods agree at N=64");
    mm_status status = mm_run_open_shape(run, &AGREEMENT_SHAPE, err);
    for (int e = 0; e < run->bench->entry_count && status == MM_OK; e++)
        status = mm_run_is_interrupted(run) ? MM_INTERRUPTED : check_agreement(run, e, err);
    mm_run_close_shape(run);
    return status;
}

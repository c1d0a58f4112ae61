#include "bench/worker.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "bench/factorise.h"
#include "kernels/gemm.h"
#include "measure/clock.h"

static const double BRIEF_CALL_S =
    0.01; /* calls this brief are timed with warm caches, as they mostly find them */
enum { CACHE_LINE_BYTES = 64 };

typedef struct worker {
    const mm_library *library;
    int threads;
    mm_product_case product;
    mm_matrix A, B, C;
    double call_s; /* the last call's */
} worker;

/* --- The shared memory. */

static size_t lay(mm_dtype dtype, int64_t rows, int64_t cols, char *base, size_t at, mm_matrix *out)
{
    *out = (mm_matrix){dtype, rows, cols, rows > 0 ? rows : 1, base ? base + at : NULL};
    size_t bytes = (size_t)out->ld * (size_t)cols * mm_dtype_bytes(dtype);
    return (at + bytes + CACHE_LINE_BYTES - 1) / CACHE_LINE_BYTES * CACHE_LINE_BYTES;
}

size_t mm_exchange_lay(const mm_product_case *p, void *base, mm_exchange *out)
{
    const mm_shape *s = &p->shape;
    bool na = p->trans_a == 'N', nb = p->trans_b == 'N';
    size_t at = lay(p->dtype, na ? s->m : s->k, na ? s->k : s->m, base, 0, &out->A);
    at = lay(p->dtype, nb ? s->k : s->n, nb ? s->n : s->k, base, at, &out->B);
    return lay(p->dtype, s->m, s->n, base, at, &out->C);
}

/* --- The call. */

static mm_status multiply(worker *w, mm_error *err)
{
    const mm_product_case *p = &w->product;
    if (!w->library)
        return mm_gemm(p->trans_a, p->trans_b, 1, &w->A, &w->B, 0, &w->C, w->threads, err);
    mm_library_gemm_bare(w->library, p->trans_a, p->trans_b, 1, &w->A, &w->B, 0, &w->C);
    return MM_OK;
}

static double cpu_s(clockid_t whose)
{
    struct timespec now;
    clock_gettime(whose, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Into the answer's seconds, of all kinds. */
static mm_status time_calls(worker *w, int64_t calls, mm_answer *answer, mm_error *err)
{
    mm_status status = MM_OK;
    if (w->call_s < BRIEF_CALL_S)
        status = multiply(w, err);
    double own_s = cpu_s(CLOCK_THREAD_CPUTIME_ID), all_s = cpu_s(CLOCK_PROCESS_CPUTIME_ID);
    double start_s = mm_clock_s();
    for (int64_t i = 0; i < calls && status == MM_OK; i++)
        status = multiply(w, err);
    answer->seconds = mm_clock_s() - start_s;
    answer->cpu_seconds = cpu_s(CLOCK_PROCESS_CPUTIME_ID) - all_s;
    answer->own_seconds = cpu_s(CLOCK_THREAD_CPUTIME_ID) - own_s;
    w->call_s = answer->seconds / (double)calls;
    return status;
}

/* --- Requests. */

static void release(worker *w)
{
    mm_matrix_free(&w->A);
    mm_matrix_free(&w->B);
    mm_matrix_free(&w->C);
}

static size_t bytes_of(const mm_matrix *X)
{
    return (size_t)X->ld * (size_t)X->cols * mm_dtype_bytes(X->dtype);
}

static mm_status copy_in(const mm_matrix *from, mm_matrix *to, mm_error *err)
{
    mm_status status = mm_matrix_new(from->dtype, from->rows, from->cols, to, err);
    if (status == MM_OK)
        memcpy(to->data, from->data, bytes_of(from));
    return status;
}

/* The first call, into NaN, so that a library which leaves an element alone, or adds to it, is found out. */
static mm_status compute_first(worker *w, const mm_exchange *shared, mm_answer *answer, mm_error *err)
{
    mm_status status = copy_in(&shared->A, &w->A, err);
    if (status == MM_OK)
        status = copy_in(&shared->B, &w->B, err);
    if (status == MM_OK)
        status = mm_matrix_new(w->product.dtype, shared->C.rows, shared->C.cols, &w->C, err);
    if (status != MM_OK)
        return status;
    memset(w->C.data, 0xff, bytes_of(&w->C));
    w->call_s = INFINITY;
    status = time_calls(w, 1, answer, err);
    memcpy(shared->C.data, w->C.data, bytes_of(&w->C));
    return status;
}

static mm_status prepare(worker *w, const mm_product_case *product, mm_answer *answer, mm_error *err)
{
    mm_exchange shared;
    release(w);
    w->product = *product;
    size_t bytes = mm_exchange_lay(product, NULL, &shared);
    void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, MM_WORKER_MEMORY, 0);
    if (base == MAP_FAILED)
        return mm_fail_memory(err, (double)bytes);
    mm_exchange_lay(product, base, &shared);
    mm_status status = compute_first(w, &shared, answer, err);
    munmap(base, bytes);
    return status;
}

static void describe(const worker *w, mm_answer *answer)
{
    for (int dtype = MM_F32; dtype <= MM_F64; dtype++)
        answer->has_dtype[dtype] = !w->library || w->library->gemm[dtype];
    if (!w->library)
        return;
    mm_library_describe(w->library, &answer->blas);
    answer->plain_names = !*w->library->prefix && !*w->library->suffix;
}

static void use_threads(worker *w, int threads, mm_answer *answer)
{
    w->threads = threads;
    answer->has_set_threads = !w->library || mm_library_set_threads(w->library, threads);
    describe(w, answer);
}

static void answer_request(worker *w, const mm_request *request, mm_answer *answer)
{
    mm_error err = {0};
    switch (request->kind) {
    case MM_REQUEST_PREPARE:
        answer->status = prepare(w, &request->product, answer, &err);
        break;
    case MM_REQUEST_TIME:
        answer->status = time_calls(w, request->calls, answer, &err);
        break;
    case MM_REQUEST_FACTORISE:
        answer->status =
            mm_factorise(w->library, request->product.shape.m, &answer->seconds, &answer->cpu_seconds, &err);
        break;
    case MM_REQUEST_THREADS:
        use_threads(w, request->threads, answer);
        break;
    case MM_REQUEST_RELEASE:
        release(w);
        break;
    }
    snprintf(answer->text, sizeof answer->text, "%.250s", err.text);
}

static bool send_answer(const mm_answer *answer)
{
    return send(MM_WORKER_SOCKET, answer, sizeof *answer, MSG_NOSIGNAL) == (ssize_t)sizeof *answer;
}

int mm_worker_refuse(const mm_error *err)
{
    mm_answer answer = {.status = err->code};
    snprintf(answer.text, sizeof answer.text, "%.250s", err->text);
    return send_answer(&answer) ? MM_OK : MM_IO;
}

int mm_worker_serve(const mm_library *library, int threads)
{
    worker w = {.library = library, .threads = threads > 0 ? threads : 1};
    mm_answer hello = {0};
    if (library && threads > 0)
        mm_library_set_threads(library, threads);
    describe(&w, &hello);
    bool served = send_answer(&hello);
    mm_request request;
    while (served) {
        ssize_t got = recv(MM_WORKER_SOCKET, &request, sizeof request, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != (ssize_t)sizeof request)
            break;
        mm_answer answer = {0};
        answer_request(&w, &request, &answer);
        served = send_answer(&answer);
    }
    release(&w);
    return MM_OK;
}

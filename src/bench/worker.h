/* A worker: a process that computes products with one library, or our own mm_gemm, and says how long they
 * took. What a library fixes when it is loaded (kernels, threads) is then this process's alone, and a library
 * that crashes or hangs takes only its worker with it.
 *
 * The parent sends a request and gets one answer, each a packet on a socket; A, B and C travel through memory
 * that both map. The first answer comes unasked, when the library is loaded. */
#ifndef MM_WORKER_H
#define MM_WORKER_H

#include "bench/shape.h"
#include "blas/blas.h"
#include "blas/library.h"

/* Where a worker finds its ends. */
enum { MM_WORKER_SOCKET = 3, MM_WORKER_MEMORY = 4 };

/* C = op(A) op(B). A is stored m x k ('N') or k x m ('T'), B k x n or n x k, each with the least leading
 * dimension. */
typedef struct mm_product_case {
    mm_dtype dtype;
    mm_shape shape;
    char trans_a, trans_b; /* 'N' or 'T' */
} mm_product_case;

typedef enum mm_request_kind {
    MM_REQUEST_PREPARE, /* take A and B, compute into a C full of NaN, give C; seconds is this first call's */
    MM_REQUEST_TIME,    /* compute again, `calls` times; seconds is for all of them */
    MM_REQUEST_THREADS, /* use as many threads from now on, and describe yourself again */
    MM_REQUEST_FACTORISE, /* an LU factorisation of product.shape.m rows (factorise.h); seconds is its time */
    MM_REQUEST_RELEASE,   /* free the matrices */
} mm_request_kind;

typedef struct mm_request {
    mm_request_kind kind;
    mm_product_case product; /* to prepare */
    int64_t calls;           /* to time: 1 or more */
    int threads;             /* to use: 1 or more */
} mm_request;

typedef struct mm_answer {
    mm_status status;
    char text[256]; /* one line; "" where status is MM_OK */
    double seconds;
    double cpu_seconds; /* of all threads of the process, in that time */
    double own_seconds; /* of them, those of the thread that calls */
    /* Of the first answer and of that to MM_REQUEST_THREADS; blas is empty where mm_gemm serves: */
    mm_blas blas;
    bool has_dtype[2];
    bool plain_names;     /* gemm is called sgemm_ and dgemm_, without prefix or suffix */
    bool has_set_threads; /* to MM_REQUEST_THREADS: the library has a call for it */
} mm_answer;

/* The matrices in shared memory, one after the other, each on a cache line of its own: views that must not be
 * freed. Returns the bytes that they take; base may be NULL to learn only these. */
typedef struct mm_exchange {
    mm_matrix A, B, C;
} mm_exchange;
size_t mm_exchange_lay(const mm_product_case *product, void *base, mm_exchange *out);

/* Serves until the socket is closed; returns an exit code. library NULL: mm_gemm serves. threads 0: as many
 * as the library takes by itself. A failure to open the library is for the first answer: mm_worker_refuse. */
int mm_worker_serve(const mm_library *library, int threads);
int mm_worker_refuse(const mm_error *err);

#endif

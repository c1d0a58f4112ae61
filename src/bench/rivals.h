/* The rivals of a contest: our mm_gemm and every BLAS found, each under each kernel family that it accepts on
 * this CPU. One that crashes, hangs or gives a wrong product is left out, with a line that says so, before
 * anything is timed. */
#ifndef MM_RIVALS_H
#define MM_RIVALS_H

#include "bench/rival.h"

typedef struct mm_contender {
    mm_rival process;
    bool ours;
    int threads;       /* 0: as many as the library takes by itself */
    bool keeps_kernel; /* what the user's environment selects */
    bool pinned; /* to as many CPUs: some libraries follow no variable, or only mostly (oneDNN on TBB) */
    char provider[32]; /* "openblas 0.3.21"; "" for ours */
    char kernel[64];   /* "" where the library does not tell, and for ours */
    char path[512];    /* of the library */
    char label[32];    /* in rows, where it was chosen by name: chosen.h */
    char why[256];     /* it does not run, and never will */
    char setting[96];  /* what selected the kernel: "OPENBLAS_CORETYPE=Haswell"; "" where nothing did */
} mm_contender;

typedef struct mm_rivals {
    mm_contender *contenders; /* ours first */
    int count;
    struct mm_left_out {
        char line[400]; /* "openblas 0.3.21 with OPENBLAS_CORETYPE=Zen: crashed (...)" */
    } * left_out;
    int left_out_count;
    int memory;   /* file of the shared memory */
    void *shared; /* mapped here; shared_bytes of it */
    size_t shared_bytes;
} mm_rivals;

typedef struct mm_rivals_options {
    const char *program; /* whose worker command is run; NULL: this one */
    mm_dtype dtype;
    int threads_max;   /* each is also started with 2, ..., this many threads */
    const char *only;  /* "openblas,blis": no other providers; NULL: all */
    bool try_empty;    /* in a trial also k = 0, where a BLAS stores zeros: oneDNN's own interface does not */
    double patience_s; /* for an answer that should come at once */
    bool (*interrupted)(void);
    void (*progress)(const char *line);
} mm_rivals_options;

/* Finds, starts and tries them. Free with mm_rivals_end, also after an error. Errors: ours fails
 * (MM_FINDING wrongResult, or what mm_rival_start says), badBlasPath, noMemory, MM_INTERRUPTED. */
mm_status mm_rivals_start(const mm_rivals_options *options, mm_rivals *rivals, mm_error *err);
void mm_rivals_end(mm_rivals *rivals);

/* The shared memory alone, for contenders that are started one by one. Free with mm_rivals_end, too. */
mm_status mm_rivals_open(mm_rivals *rivals, mm_error *err);

/* Starts one: *c has ours or path, threads, pinned, keeps_kernel and setting. Then its provider, kernel and
 * process.hello tell what it is. Errors: as mm_rival_start's. End it with mm_rival_end (&c->process). */
mm_status mm_contender_start(mm_rivals *rivals, mm_contender *c, const mm_rivals_options *options,
                             mm_error *err);

/* Tries one that was started: whole products of whole numbers, exactly (trial.h).
 * MM_FINDING: it is wrong; MM_UNAVAILABLE: it has no such gemm, crashed, hung... */
mm_status mm_contender_try(mm_rivals *rivals, mm_contender *c, const mm_rivals_options *options,
                           mm_error *err);

/* Puts op(A) and op(B), given as A (m x k) and B (k x n), into the shared memory for this product. */
mm_status mm_rivals_lay(mm_rivals *rivals, const mm_product_case *product, const mm_matrix *A,
                        const mm_matrix *B, mm_exchange *shared, mm_error *err);

/* A copy at the end, process and all; NULL where memory ran out. Pointers hold until the next call. */
mm_contender *mm_rivals_add(mm_rivals *rivals, const mm_contender *contender, mm_error *err);

/* Ends a contender and notes why. */
mm_status mm_rivals_leave_out(mm_rivals *rivals, mm_contender *contender, const char *why, mm_error *err);

enum { MM_CONTENDER_NAME_SIZE = 224 };
void mm_contender_name(const mm_contender *contender, char name[MM_CONTENDER_NAME_SIZE]);

#endif

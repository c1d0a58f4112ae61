/* THE table of methods: what can be verified, timed and plotted, by whom, and how it is called.
 *
 * A method is named by its front end and its name: cli:naive is the compiled loop that the sampler calls
 * directly from C; octave:naive is mm_naive (A, B) called from the Octave interpreter. mmcli, the MEX files,
 * the plots and the tests all read this table; a method is added here and nowhere else. */
#ifndef MM_METHODS_H
#define MM_METHODS_H

#include <stdbool.h>

#include "core/matrix.h"

/* One product to compute: C = A B. A is m x k, B k x n, C m x n, all of one dtype. */
typedef struct mm_problem {
    const mm_matrix *A, *B;
    mm_matrix *C;
    int threads; /* for methods that have threads of their own; BLAS's are set with mm_blas_set_threads */
} mm_problem;

typedef struct mm_method {
    const char *frontend;    /* "cli": called from C; "octave": called by the Octave interpreter */
    const char *name;        /* "naive", "blocked", ... */
    const char *summary;     /* one line, for `mmcli methods` and the README */
    const char *octave_call; /* octave: the function to call with (A, B, ...); NULL for cli */
    void (*run)(const struct mm_method *self, const mm_problem *problem); /* cli: the call; NULL for octave */
    int block_size;                                                       /* 0: not blocked */
    bool interpreted;    /* every multiply-add goes through the interpreter */
    bool uses_blas;      /* the product is a BLAS call: rows carry provider and kernel */
    bool in_lab;         /* one of the lab's rows at every size (L1) */
    int rung;            /* its place on the ladder, from 1 at the bottom; 0: not on it */
    const char *differs; /* of a rung: the one thing that is different from the rung below, for a reader */
    const char
        *differs_threads; /* where the same method on all threads is one more rung: the same; else NULL */
} mm_method;

extern const mm_method mm_methods[];
extern const int mm_method_count;

/* A rung of the ladder: a method in one thread, or on all CPUs of the process. Each differs from the one
 * below in one thing, so that the ratio of their times is what that thing is worth. */
typedef struct mm_rung {
    const mm_method *method;
    bool all_threads;
    const char *differs;
} mm_rung;

/* The ladder, from the bottom up. Returns the number of rungs. */
enum { MM_RUNGS_MAX = 16 };
int mm_method_rungs(mm_rung rungs[MM_RUNGS_MAX]);

/* Finds "name" (of the given front end) or "frontend:name". Error: unknownMethod, listing those there are. */
mm_status mm_method_find(const char *text, const char *frontend, const mm_method **method, mm_error *err);

#endif

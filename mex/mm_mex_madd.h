/* The multiply-add that goes back to the Octave interpreter: the hook for mm_naive_hook and mm_blocked_hook.
 */
#ifndef MM_MEX_MADD_H
#define MM_MEX_MADD_H

#include "mm_mex.h"

typedef struct mm_mex_madd {
    const char *function; /* what mexCallMATLAB calls */
    mxArray *args[4];     /* the handle (unused by default), acc, a, b: made once, overwritten at each call */
    int first;            /* of args: 0 with a handle, 1 without */
    void *acc, *a, *b;    /* the data of those three scalars */
} mm_mex_madd;

/* With handle NULL the multiply-add is octave/__mm_madd__.m; otherwise the user's function f (acc, a, b).
 * Error: badMadd where it is not a function handle. Octave frees the scalars when the MEX function ends. */
mm_mex_madd mm_mex_madd_new(const mxArray *handle, mm_dtype dtype);

/* One call of the interpreter; an error raised by the function passes through. Answers Ctrl-C. Errors, where
 * it does not return one real single or double number: notNumber, badMadd (it returned nothing). */
float mm_mex_madd_f32(void *madd, float acc, float a, float b);
double mm_mex_madd_f64(void *madd, double acc, double a, double b);

#endif

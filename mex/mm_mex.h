/* What every MEX gateway shares: checked arguments in, outputs made, errors raised.
 *
 * A user calls mm_naive (A, B). That is octave/mm_naive.m: help, tests, and one line that calls the MEX file
 * __mm_naive__ with the same arguments. The two have different names (Octave's own convention for internal
 * functions) because the .m and the MEX file live in different folders: with one name Octave 7.3 would call
 * whichever folder comes first in the path, and would find no help when it is the MEX file's. The .m
 * costs some 4 us a call.
 *
 * Errors are Octave's: they are C++ exceptions and unwind through our C frames (all code is compiled with
 * -fexceptions), as does Ctrl-C. Memory from mx... functions is then freed by Octave; anything else needs a
 * local with
 * __attribute__((cleanup (...))). Every function here that refuses something raises an error and does not
 * return.
 *
 * Inputs are borrowed: their data is Octave's own, shared with the user's variables, and must never be
 * written. */
#ifndef MM_MEX_H
#define MM_MEX_H

#include <stdbool.h>
#include <stdint.h>

#include <mex.h>

#include "core/matrix.h"

/* Everything else in a MEX file is hidden: Octave loads them all into one name space. */
void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
    __attribute__((visibility("default")));

/* --- Errors. Raised with the identifier gemmlab:<id> and the text "mm_naive: <text>", the user's function's
 * name. */

_Noreturn void mm_mex_fail(const char *id, const char *format, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void mm_mex_raise(const mm_error *err);

/* --- Arguments. `name` is what the argument is called in error texts: "A", "block_size". */

/* Error wrongCount unless least <= nrhs <= most. usage: the calls that are right, without the function's
 * name:
 * "(A, B) or (A, B, madd)". */
void mm_mex_count(int nrhs, int least, int most, const char *usage);

/* A full real single or double matrix, borrowed. Diagonal and permutation matrices and ranges come as full
 * ones, in a copy that Octave makes and frees. Errors: wrongClass, notReal, notFull, notMatrix, badSize. */
mm_matrix mm_mex_matrix(const mxArray *array, const char *name);

/* mixedClass unless both are single or both are double. */
void mm_mex_same_class(const mm_matrix *A, const char *a_name, const mm_matrix *B, const char *b_name);

/* A whole number in 1 .. MM_DIM_MAX. Error: notPositiveInteger. */
int64_t mm_mex_positive_integer(const mxArray *array, const char *name);

/* A real single or double number; NaN and Inf pass. Error: notNumber. */
double mm_mex_number(const mxArray *array, const char *name);

/* A row of characters, as C text that Octave frees when the MEX function ends. Error: notText. */
const char *mm_mex_text(const mxArray *array, const char *name);

/* The words of a text, one a line, as a NULL-terminated array that Octave frees when the MEX function ends.
 */
char **mm_mex_words(const char *text);

/* --- Options: pairs of a name and a value at the end of the arguments. */

typedef struct mm_mex_option {
    const char *name; /* matched without regard to case; NULL ends a table */
    void (*read)(const mxArray *value, const char *name, void *target);
    void *target; /* keeps what it holds where the option is not given */
} mm_mex_option;

/* Reads count arguments; of an option given twice the last value holds, as in Octave itself.
 * Errors: unknownOption (listing those there are), missingValue, and the readers' own. */
void mm_mex_options(int count, const mxArray *const args[], const mm_mex_option options[]);

/* Readers, with the type of their target. */
void mm_mex_read_number(const mxArray *value, const char *name, void *target);  /* double */
void mm_mex_read_integer(const mxArray *value, const char *name, void *target); /* int64_t, positive */
void mm_mex_read_threads(const mxArray *value, const char *name,
                         void *target); /* int64_t, 1 .. MM_THREADS_MAX */
void mm_mex_read_text(const mxArray *value, const char *name, void *target);   /* const char * */
void mm_mex_read_matrix(const mxArray *value, const char *name, void *target); /* mm_matrix */
void mm_mex_read_trans(const mxArray *value, const char *name,
                       void *target); /* char: 'N' or 'T'; error badTrans */

/* --- Products: the arguments A, B and the result C = op(A) op(B), for those functions that have no more to
 * say. */

typedef struct mm_mex_product {
    mm_matrix A, B, C;
    int64_t m, n, k;
} mm_mex_product;

/* Borrows args[0] as A and args[1] as B. Error: mixedClass. C is not made yet. */
mm_mex_product mm_mex_product_read(const mxArray *const args[]);

/* Fills m, n and k. Error: nonConformable. */
void mm_mex_product_size(mm_mex_product *product, char trans_a, char trans_b);

/* Both, without transposes, and C made as *out. */
mm_mex_product mm_mex_product_new(const mxArray *const args[], mxArray **out);

/* --- Outputs. */

/* A new matrix whose content is arbitrary, to be written whole. *out owns it: return it in plhs. Error:
 * noMemory. */
mm_matrix mm_mex_output(mm_dtype dtype, int64_t rows, int64_t cols, mxArray **out);

/* Sets a field of a 1x1 structure, adding it where it is missing; the structure owns the value. */
void mm_mex_set_field(mxArray *structure, const char *name, mxArray *value);

#endif

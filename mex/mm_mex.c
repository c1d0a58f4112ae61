#include "mm_mex.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "measure/threads.h"

/* --- Errors. */

/* "mm_naive" for the MEX file __mm_naive__: the name that the user knows. */
static void user_function_name(char *name, size_t size)
{
    const char *internal = mexFunctionName();
    while (*internal == '_')
        internal++;
    size_t length = strlen(internal);
    while (length > 0 && internal[length - 1] == '_')
        length--;
    snprintf(name, size, "%.*s", (int)length, internal);
}

/* Calls Octave's error (id, "%s", text): mexErrMsgIdAndTxt would put the internal name before the text. */
static _Noreturn void raise_error(const char *id, const char *text)
{
    char function[64], full_id[64], full_text[1024];
    user_function_name(function, sizeof function);
    snprintf(full_id, sizeof full_id, "gemmlab:%s", id);
    snprintf(full_text, sizeof full_text, "%s: %s", function, text);
    mxArray *args[] = {mxCreateString(full_id), mxCreateString("%s"), mxCreateString(full_text)};
    mexCallMATLAB(0, NULL, 3, args, "error");
    __builtin_unreachable();
}

_Noreturn void mm_mex_fail(const char *id, const char *format, ...)
{
    char text[sizeof((mm_error *)0)->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    raise_error(id, text);
}

_Noreturn void mm_mex_raise(const mm_error *err)
{
    raise_error(err->id, err->text);
}

/* --- Arguments. */

/* "2x2x2 double", "complex 1x1 single", "sparse 3x3 logical", "1x1 cell" */
static const char *describe(const mxArray *array, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s%s", mxIsSparse(array) ? "sparse " : "",
                                   mxIsComplex(array) ? "complex " : "");
    const mwSize *dims = mxGetDimensions(array);
    mwSize count = mxGetNumberOfDimensions(array);
    for (mwSize d = 0; d < count && used < size; d++)
        used += (size_t)snprintf(text + used, size - used, "%s%lld", d ? "x" : "", (long long)dims[d]);
    if (used < size)
        snprintf(text + used, size - used, " %s", mxGetClassName(array));
    return text;
}

/* Raises id: "<name> must be <expected>; got <what it is>; <advice>" */
static _Noreturn void refuse(const mxArray *array, const char *name, const char *id, const char *expected,
                             const char *advice)
{
    char got[160];
    describe(array, got, sizeof got);
    mm_mex_fail(id, "%s must be %s; got a %s%s%s", name, expected, got, advice ? "; " : "",
                advice ? advice : "");
}

void mm_mex_count(int nrhs, int least, int most, const char *usage)
{
    if (nrhs >= least && nrhs <= most)
        return;
    char function[64];
    user_function_name(function, sizeof function);
    mm_mex_fail("wrongCount", "got %d argument%s; call it as %s %s", nrhs, nrhs == 1 ? "" : "s", function,
                usage);
}

static bool is_floating(const mxArray *array)
{
    return mxIsSingle(array) || mxIsDouble(array);
}

static bool is_real_scalar(const mxArray *array)
{
    return is_floating(array) && !mxIsComplex(array) && !mxIsSparse(array) &&
           mxGetNumberOfElements(array) == 1;
}

mm_matrix mm_mex_matrix(const mxArray *array, const char *name)
{
    static const char expected[] = "a full real single or double matrix";
    if (!is_floating(array))
        refuse(array, name, "wrongClass", expected, "single (...) or double (...) converts numbers");
    if (mxIsSparse(array))
        refuse(array, name, "notFull", expected, "full (...) converts it");
    if (mxIsComplex(array))
        refuse(array, name, "notReal", expected, "real (...) takes its real part");
    if (mxGetNumberOfDimensions(array) != 2)
        refuse(array, name, "notMatrix", expected, "call it for one page at a time");
    const int64_t rows = mxGetDimensions(array)[0], cols = mxGetDimensions(array)[1];
    if (rows > MM_DIM_MAX || cols > MM_DIM_MAX)
        refuse(array, name, "badSize",
               "at most 2147483647 long and wide, the most that a 32-bit BLAS integer holds", NULL);
    return (mm_matrix){.dtype = mxIsSingle(array) ? MM_F32 : MM_F64,
                       .rows = rows,
                       .cols = cols,
                       .ld = rows > 1 ? rows : 1,
                       .data = mxGetData(array)};
}

static const char *class_name(const mm_matrix *matrix)
{
    return matrix->dtype == MM_F32 ? "single" : "double";
}

void mm_mex_same_class(const mm_matrix *A, const char *a_name, const mm_matrix *B, const char *b_name)
{
    if (A->dtype != B->dtype)
        mm_mex_fail("mixedClass", "%s is %s and %s is %s; convert one so that both have one class", a_name,
                    class_name(A), b_name, class_name(B));
}

int64_t mm_mex_positive_integer(const mxArray *array, const char *name)
{
    static const char id[] = "notPositiveInteger", expected[] = "a whole number in 1 .. 2147483647";
    if (!is_real_scalar(array))
        refuse(array, name, id, expected, NULL);
    const double value = mxGetScalar(array);
    if (!(value >= 1 && value <= (double)MM_DIM_MAX) || value != floor(value))
        mm_mex_fail(id, "%s must be %s; got %.17g", name, expected, value);
    return (int64_t)value;
}

double mm_mex_number(const mxArray *array, const char *name)
{
    if (!is_real_scalar(array))
        refuse(array, name, "notNumber", "a real single or double number", NULL);
    return mxGetScalar(array);
}

const char *mm_mex_text(const mxArray *array, const char *name)
{
    static const char expected[] = "text: a row of characters";
    if (!mxIsChar(array) || mxGetNumberOfDimensions(array) != 2 || mxGetM(array) > 1)
        refuse(array, name, "notText", expected, NULL);
    const char *text = mxArrayToString(array);
    if (!text || strlen(text) != mxGetNumberOfElements(array))
        mm_mex_fail("notText", "%s must be text without zero characters", name);
    return text;
}

char **mm_mex_words(const char *text)
{
    size_t length = strlen(text), count = 0;
    char *copy = mxMalloc(length + 1), *rest = NULL;
    char **words =
        mxMalloc((length / 2 + 2) * sizeof *words); /* a word and its line's end are two characters */
    memcpy(copy, text, length + 1);
    for (char *word = strtok_r(copy, "\n", &rest); word; word = strtok_r(NULL, "\n", &rest))
        words[count++] = word;
    words[count] = NULL;
    return words;
}

/* --- Options. */

static const mm_mex_option *find_option(const char *name, const mm_mex_option options[])
{
    for (; options->name; options++)
        if (strcasecmp(name, options->name) == 0)
            return options;
    return NULL;
}

static _Noreturn void unknown_option(const char *name, const mm_mex_option options[])
{
    char list[256] = "";
    size_t used = 0;
    for (const mm_mex_option *o = options; o->name && used < sizeof list; o++)
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s\"%s\"", o == options ? "" : ", ", o->name);
    mm_mex_fail("unknownOption", "unknown option \"%.64s\"; there are %s", name, list);
}

void mm_mex_options(int count, const mxArray *const args[], const mm_mex_option options[])
{
    for (int i = 0; i < count; i += 2) {
        const char *name = mm_mex_text(args[i], "an option's name");
        const mm_mex_option *option = find_option(name, options);
        if (!option)
            unknown_option(name, options);
        if (i + 1 == count)
            mm_mex_fail("missingValue", "option \"%s\" has no value; give one after it", option->name);
        option->read(args[i + 1], option->name, option->target);
    }
}

void mm_mex_read_number(const mxArray *value, const char *name, void *target)
{
    *(double *)target = mm_mex_number(value, name);
}

void mm_mex_read_integer(const mxArray *value, const char *name, void *target)
{
    *(int64_t *)target = mm_mex_positive_integer(value, name);
}

void mm_mex_read_threads(const mxArray *value, const char *name, void *target)
{
    int64_t threads = mm_mex_positive_integer(value, name);
    if (threads > MM_THREADS_MAX)
        mm_mex_fail("badThreads", "%s must be a whole number in 1 .. %d; got %lld", name, MM_THREADS_MAX,
                    (long long)threads);
    *(int64_t *)target = threads;
}

void mm_mex_read_text(const mxArray *value, const char *name, void *target)
{
    *(const char **)target = mm_mex_text(value, name);
}

void mm_mex_read_matrix(const mxArray *value, const char *name, void *target)
{
    *(mm_matrix *)target = mm_mex_matrix(value, name);
}

void mm_mex_read_trans(const mxArray *value, const char *name, void *target)
{
    static const char id[] = "badTrans", expected[] = "\"N\", \"T\", false or true";
    char *trans = target;
    if (mxIsChar(value)) {
        const char *text = mm_mex_text(value, name);
        if (strcasecmp(text, "N") != 0 && strcasecmp(text, "T") != 0)
            mm_mex_fail(id, "%s must be %s; got \"%.64s\"", name, expected, text);
        *trans = strcasecmp(text, "N") == 0 ? 'N' : 'T';
    } else if (mxIsLogicalScalar(value)) {
        *trans = mxIsLogicalScalarTrue(value) ? 'T' : 'N';
    } else {
        refuse(value, name, id, expected, NULL);
    }
}

/* --- Products. */

mm_mex_product mm_mex_product_read(const mxArray *const args[])
{
    mm_mex_product product = {.A = mm_mex_matrix(args[0], "A"), .B = mm_mex_matrix(args[1], "B")};
    mm_mex_same_class(&product.A, "A", &product.B, "B");
    return product;
}

void mm_mex_product_size(mm_mex_product *product, char trans_a, char trans_b)
{
    const bool flip_a = trans_a == 'T', flip_b = trans_b == 'T';
    const mm_matrix *A = &product->A, *B = &product->B;
    const int64_t b_rows = flip_b ? B->cols : B->rows;
    product->m = flip_a ? A->cols : A->rows;
    product->k = flip_a ? A->rows : A->cols;
    product->n = flip_b ? B->rows : B->cols;
    if (product->k != b_rows)
        mm_mex_fail("nonConformable",
                    "A%s is %lldx%lld and B%s is %lldx%lld; the columns of the first must be as many "
                    "as the rows of the second",
                    flip_a ? "'" : "", (long long)product->m, (long long)product->k, flip_b ? "'" : "",
                    (long long)b_rows, (long long)product->n);
}

mm_mex_product mm_mex_product_new(const mxArray *const args[], mxArray **out)
{
    mm_mex_product product = mm_mex_product_read(args);
    mm_mex_product_size(&product, 'N', 'N');
    product.C = mm_mex_output(product.A.dtype, product.m, product.n, out);
    return product;
}

/* --- Outputs. */

/* Octave multiplies sizes without a check, and its own error for an allocation that fails has no identifier.
 */
static void check_memory(int64_t rows, int64_t cols, size_t element_bytes)
{
    const double bytes = (double)rows * (double)cols * (double)element_bytes;
    const double worth_a_try =
        0x1p30; /* less is left to Octave: an allocation more would cost small products time */
    void *memory = NULL;
    mm_error err;
    if (bytes < worth_a_try)
        return;
    if (bytes < (double)PTRDIFF_MAX)
        memory = malloc((size_t)bytes);
    if (!memory) {
        mm_fail_memory(&err, bytes);
        mm_mex_raise(&err);
    }
    free(memory);
}

mm_matrix mm_mex_output(mm_dtype dtype, int64_t rows, int64_t cols, mxArray **out)
{
    check_memory(rows, cols, mm_dtype_bytes(dtype));
    *out = mxCreateUninitNumericMatrix(rows, cols, dtype == MM_F32 ? mxSINGLE_CLASS : mxDOUBLE_CLASS, mxREAL);
    return (mm_matrix){
        .dtype = dtype, .rows = rows, .cols = cols, .ld = rows > 1 ? rows : 1, .data = mxGetData(*out)};
}

void mm_mex_set_field(mxArray *structure, const char *name, mxArray *value)
{
    int field = mxGetFieldNumber(structure, name);
    if (field < 0)
        field = mxAddField(structure, name);
    mxSetFieldByNumber(structure, 0, field, value);
}

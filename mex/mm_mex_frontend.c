#include "mm_mex_frontend.h"

#include <string.h>

#include "mm_mex.h"

/* mexCallMATLABWithTrap keeps Octave's error from unwinding, but loses its text: lasterr has it. */
static mm_status call_trapped(int nlhs, mxArray *plhs[], int nrhs, mxArray *prhs[], const char *function,
                              mm_error *err)
{
    mxArray *trapped = mexCallMATLABWithTrap(nlhs, plhs, nrhs, prhs, function);
    if (!trapped)
        return MM_OK;
    mxDestroyArray(trapped);
    mxArray *text = NULL;
    char message[400] = "unknown error";
    mexCallMATLAB(1, &text, 0, NULL, "lasterr");
    mxGetString(text, message, sizeof message);
    mxDestroyArray(text);
    message[strcspn(message, "\n")] = '\0';
    return mm_fail(err, MM_FINDING, "callFailed", "%s", message);
}

/* A dense copy of a matrix. */
static mxArray *copy_matrix(const mm_matrix *from)
{
    mxArray *array;
    mm_matrix to = mm_mex_output(from->dtype, from->rows, from->cols, &array);
    size_t column_bytes = (size_t)from->rows * mm_dtype_bytes(from->dtype);
    for (int64_t j = 0; j < from->cols; j++)
        memcpy((char *)to.data + (size_t)(j * to.ld) * mm_dtype_bytes(to.dtype),
               (const char *)from->data + (size_t)(j * from->ld) * mm_dtype_bytes(from->dtype), column_bytes);
    return array;
}

static void *prepare(void *context, const mm_method *method, const mm_matrix *A, const mm_matrix *B,
                     mm_error *err)
{
    (void)context;
    mxArray *call = NULL;
    mxArray *args[] = {mxCreateString(method->octave_call), copy_matrix(A), copy_matrix(B),
                       mxCreateDoubleScalar(method->block_size)};
    mm_status status = call_trapped(1, &call, 4, args, "__mm_call__", err);
    for (size_t i = 0; i < sizeof args / sizeof *args; i++)
        mxDestroyArray(args[i]);
    return status == MM_OK ? call : NULL;
}

/* The product as Octave returned it, into C. */
static mm_status take_product(const mxArray *product, mm_matrix *C, mm_error *err)
{
    mxClassID wanted = C->dtype == MM_F32 ? mxSINGLE_CLASS : mxDOUBLE_CLASS;
    bool fits = mxGetClassID(product) == wanted && !mxIsComplex(product) && !mxIsSparse(product) &&
                mxGetNumberOfDimensions(product) == 2 && (int64_t)mxGetM(product) == C->rows &&
                (int64_t)mxGetN(product) == C->cols;
    if (!fits)
        return mm_fail(err, MM_FINDING, "wrongProduct",
                       "the product came back as a %lld x %lld %s, not a %lld x %lld %s",
                       (long long)mxGetM(product), (long long)mxGetN(product), mxGetClassName(product),
                       (long long)C->rows, (long long)C->cols, C->dtype == MM_F32 ? "single" : "double");
    size_t column_bytes = (size_t)C->rows * mm_dtype_bytes(C->dtype);
    for (int64_t j = 0; j < C->cols; j++)
        memcpy((char *)C->data + (size_t)(j * C->ld) * mm_dtype_bytes(C->dtype),
               (const char *)mxGetData(product) + (size_t)j * column_bytes, column_bytes);
    return MM_OK;
}

static mm_status run(void *context, void *call, mm_matrix *C, mm_error *err)
{
    (void)context;
    mxArray *args[] = {call}, *product = NULL;
    mm_status status = call_trapped(C ? 1 : 0, &product, 1, args, "feval", err);
    if (status == MM_OK && C)
        status = take_product(product, C, err);
    if (product)
        mxDestroyArray(product);
    return status;
}

static void release(void *context, void *call)
{
    (void)context;
    mxDestroyArray(call);
}

mm_frontend mm_mex_frontend(void)
{
    return (mm_frontend){.name = "octave", .prepare = prepare, .run = run, .release = release};
}

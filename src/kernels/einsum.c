#include "kernels/einsum.h"

#include <ctype.h>
#include <string.h>

/* --- The spec as text: operands and output, letters only. */

typedef struct spec {
    char operand[2][3]; /* up to two letters each */
    char output[MM_EINSUM_LETTERS_MAX + 1];
} spec;

static mm_status bad_spec(mm_error *err, const char *text, const char *why)
{
    return mm_fail(err, MM_USAGE, "badSpec",
                   "einsum spec '%.64s': %s; expected two operands of up to two letters and an output, as in "
                   "'ik,kj->ij'",
                   text, why);
}

/* Copies the letters of the next part of the spec, up to a terminator; false where there are more than fit.
 */
static bool read_letters(const char **cursor, char *out, size_t size)
{
    size_t length = 0;
    for (; isalpha((unsigned char)**cursor) || **cursor == ' '; (*cursor)++) {
        if (**cursor == ' ')
            continue;
        if (length + 1 >= size)
            return false;
        out[length++] = **cursor;
    }
    out[length] = '\0';
    return true;
}

static int occurrences(const spec *s, char letter)
{
    int count = 0;
    for (int which = 0; which < 2; which++)
        for (const char *c = s->operand[which]; *c; c++)
            count += *c == letter;
    return count;
}

/* Without "->": every letter that occurs once, in the order of their codes, as NumPy has it. */
static void implicit_output(spec *s)
{
    int length = 0;
    for (char letter = 'A'; letter <= 'z'; letter++)
        if (isalpha((unsigned char)letter) && occurrences(s, letter) == 1)
            s->output[length++] = letter;
    s->output[length] = '\0';
}

static mm_status check_output(const spec *s, const char *text, mm_error *err)
{
    for (const char *c = s->output; *c; c++) {
        if (occurrences(s, *c) == 0)
            return bad_spec(err, text, "the output has a letter that no operand has");
        if (strchr(c + 1, *c))
            return bad_spec(err, text, "the output has a letter twice");
    }
    return MM_OK;
}

static mm_status parse(const char *text, spec *s, mm_error *err)
{
    const char *cursor = text;
    if (!read_letters(&cursor, s->operand[0], sizeof s->operand[0]))
        return bad_spec(err, text, "the first operand has more than two letters");
    if (*cursor != ',')
        return bad_spec(err, text,
                        *cursor == '\0' || *cursor == '-' ? "there is no comma between two operands"
                                                          : "a character is not a letter");
    cursor++;
    if (!read_letters(&cursor, s->operand[1], sizeof s->operand[1]))
        return bad_spec(err, text, "the second operand has more than two letters");
    if (*cursor == '\0') {
        implicit_output(s);
        return MM_OK;
    }
    if (*cursor == ',')
        return bad_spec(err, text, "there are more than two operands");
    if (cursor[0] != '-' || cursor[1] != '>')
        return bad_spec(err, text, "a character is not a letter");
    cursor += 2;
    if (!read_letters(&cursor, s->output, sizeof s->output))
        return bad_spec(err, text, "the output has more than four letters");
    if (*cursor != '\0')
        return bad_spec(err, text, "a character after '->' is not a letter");
    return check_output(s, text, err);
}

/* --- The plan: extents and strides of every letter. */

static int find_or_add(mm_einsum_plan *plan, char letter)
{
    for (int i = 0; i < plan->letters; i++)
        if (plan->letter[i] == letter)
            return i;
    plan->letter[plan->letters] = letter;
    plan->extent[plan->letters] = -1; /* not known yet */
    return plan->letters++;
}

static mm_status set_extent(mm_einsum_plan *plan, int at, int64_t extent, const char *text, mm_error *err)
{
    if (plan->extent[at] >= 0 && plan->extent[at] != extent)
        return mm_fail(
            err, MM_USAGE, "nonConformable",
            "einsum spec '%.64s': letter '%c' is %lld in one place and %lld in another; they must be equal",
            text, plan->letter[at], (long long)plan->extent[at], (long long)extent);
    plan->extent[at] = extent;
    return MM_OK;
}

/* Which dimension (0: rows, 1: columns) a letter of the operand runs along; a lone letter runs along a
 * vector. */
static int dimension_of(const char *letters, int position, const mm_matrix *X)
{
    return letters[1] ? position : X->rows == 1;
}

static mm_status add_operand(mm_einsum_plan *plan, const char *letters, const mm_matrix *X, int64_t *stride,
                             const char *text, mm_error *err)
{
    size_t count = strlen(letters);
    bool fits =
        count == 2 || (count == 1 && (X->rows == 1 || X->cols == 1)) || (X->rows == 1 && X->cols == 1);
    if (!fits)
        return mm_fail(err, MM_USAGE, "nonConformable",
                       "einsum spec '%.64s': operand '%s' is a %s, but the argument is %lld x %lld", text,
                       letters, count == 1 ? "vector" : "scalar", (long long)X->rows, (long long)X->cols);
    for (int position = 0; letters[position]; position++) {
        int dimension = dimension_of(letters, position, X);
        int at = find_or_add(plan, letters[position]);
        mm_status status = set_extent(plan, at, dimension == 0 ? X->rows : X->cols, text, err);
        if (status != MM_OK)
            return status;
        stride[at] += dimension == 0 ? 1 : X->ld; /* twice for a diagonal */
    }
    return MM_OK;
}

/* --- Is it a matrix product? At most one free letter an operand, at most one shared and summed, nothing
 * else. */

typedef struct roles {
    char free_a, free_b, summed; /* '\0': none */
    bool other; /* a letter in both and in the output, summed in one operand alone, or repeated */
} roles;

static void set_role(char *role, char letter, bool *other)
{
    *other = *other || *role != '\0';
    *role = letter;
}

static roles find_roles(const spec *s, const mm_einsum_plan *plan)
{
    roles r = {.other = s->operand[0][0] == '\0' || s->operand[1][0] == '\0'};
    for (int i = 0; i < plan->letters; i++) {
        char letter = plan->letter[i];
        bool in_a = strchr(s->operand[0], letter), in_b = strchr(s->operand[1], letter);
        bool in_c = i < plan->output_letters;
        if (occurrences(s, letter) != in_a + in_b || (in_a && in_b && in_c) || (in_a != in_b && !in_c))
            r.other = true;
        else if (in_a && in_b)
            set_role(&r.summed, letter, &r.other);
        else
            set_role(in_a ? &r.free_a : &r.free_b, letter, &r.other);
    }
    return r;
}

/* 'N' where the operand as stored has `row` along its rows or `column` along its columns, else 'T'. */
static char transposition(const char *letters, const mm_matrix *X, char row, char column)
{
    for (int position = 0; letters[position]; position++) {
        int dimension = dimension_of(letters, position, X);
        if (letters[position] == (dimension == 0 ? row : column))
            return 'N';
    }
    return 'T';
}

static int64_t extent_of(const mm_einsum_plan *plan, char letter)
{
    const char *at = letter ? memchr(plan->letter, letter, (size_t)plan->letters) : NULL;
    return at ? plan->extent[at - plan->letter] : 1;
}

static void recognise_gemm(const spec *s, mm_einsum_plan *plan)
{
    roles r = find_roles(s, plan);
    plan->is_gemm = !r.other;
    if (r.other)
        return;
    plan->swap = r.free_b != '\0' && s->output[0] == r.free_b && r.free_a != '\0';
    plan->trans_a = transposition(s->operand[0], &plan->A, r.free_a, r.summed);
    plan->trans_b = transposition(s->operand[1], &plan->B, r.summed, r.free_b);
    plan->gemm_m = extent_of(plan, r.free_a);
    plan->gemm_n = extent_of(plan, r.free_b);
}

mm_status mm_einsum_plan_make(const char *text, const mm_matrix *A, const mm_matrix *B, mm_einsum_plan *plan,
                              mm_error *err)
{
    spec s = {0};
    *plan = (mm_einsum_plan){.A = *A, .B = *B};
    mm_status status = parse(text, &s, err);
    if (status != MM_OK)
        return status;
    for (const char *c = s.output; *c; c++)
        find_or_add(plan, *c);
    plan->output_letters = plan->letters;
    status = add_operand(plan, s.operand[0], A, plan->stride_a, text, err);
    if (status == MM_OK)
        status = add_operand(plan, s.operand[1], B, plan->stride_b, text, err);
    if (status != MM_OK)
        return status;
    double elements = 1;
    int64_t stride = 1;
    for (int i = 0; i < MM_EINSUM_LETTERS_MAX; i++) {
        if (i >= plan->letters)
            plan->extent[i] = 1;
        if (i >= plan->output_letters)
            continue;
        elements *= (double)plan->extent[i];
        if (elements * (double)mm_dtype_bytes(A->dtype) > 0x1p62)
            return mm_fail(err, MM_USAGE, "badSize",
                           "einsum spec '%.64s': an output of %.3g elements is too large", text, elements);
        plan->stride_c[i] = stride;
        stride *= plan->extent[i];
    }
    recognise_gemm(&s, plan);
    return MM_OK;
}

/* --- The work. */

static char flipped(char trans)
{
    return trans == 'N' ? 'T' : 'N';
}

void mm_einsum_slice(const mm_einsum_plan *plan, int64_t first, int64_t count, void *C)
{
    if (count <= 0) /* perhaps a letter of extent 0 */
        return;
    if (plan->A.dtype == MM_F32)
        mm_einsum_loop_f32(plan, first, count, C);
    else
        mm_einsum_loop_f64(plan, first, count, C);
}

void mm_einsum_execute(const mm_einsum_plan *plan, void *C, mm_gemm_function *gemm)
{
    if (plan->is_gemm && gemm) {
        int64_t rows = plan->swap ? plan->gemm_n : plan->gemm_m,
                cols = plan->swap ? plan->gemm_m : plan->gemm_n;
        mm_matrix product = {plan->A.dtype, rows, cols, rows > 0 ? rows : 1, C};
        if (plan->swap) /* (op(A) op(B))' = op(B)' op(A)' */
            gemm(flipped(plan->trans_b), flipped(plan->trans_a), 1, &plan->B, &plan->A, 0, &product);
        else
            gemm(plan->trans_a, plan->trans_b, 1, &plan->A, &plan->B, 0, &product);
        return;
    }
    size_t size = 1;
    for (int i = 0; i < plan->output_letters; i++)
        size *= (size_t)plan->extent[i];
    memset(C, 0, size * mm_dtype_bytes(plan->A.dtype));
    mm_einsum_slice(plan, 0, plan->extent[0] * plan->extent[1], C);
}

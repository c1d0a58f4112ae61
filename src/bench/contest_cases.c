#include "bench/contest.h"

static const int64_t SQUARE[] = {8,   16,  24,  32,  48,  64,   96,   100,  128,
                                 192, 256, 384, 512, 768, 1024, 1536, 2048, 4096};
static const int64_t SQUARE_QUICK[] = {16, 64, 100, 256, 512, 1024};
static const mm_shape SKINNY[] = {
    {1, 1024, 1024},  {2, 1024, 1024},  {3, 1024, 1024},  {4, 1024, 1024},  {6, 1024, 1024},  {8, 1024, 1024},
    {12, 1024, 1024}, {16, 1024, 1024}, {1024, 1, 1024},  {1024, 2, 1024},  {1024, 3, 1024},  {1024, 4, 1024},
    {1024, 6, 1024},  {1024, 8, 1024},  {1024, 12, 1024}, {1024, 16, 1024}, {1024, 1024, 1},  {1024, 1024, 2},
    {1024, 1024, 4},  {1024, 1024, 8},  {1024, 1024, 16}, {1024, 1024, 32}, {1024, 1024, 64}, {16, 16, 65536},
};
static const mm_shape SKINNY_QUICK[] = {{4, 1024, 1024}, {1024, 4, 1024}, {1024, 1024, 16}, {16, 16, 65536}};
static const int64_t TRANSPOSED[] = {64, 256, 1024};
static const int64_t TRANSPOSED_QUICK[] = {256};
static const double TWO_THREADS_FROM_FLOP =
    2.0 * 1024 * 1024 * 1024; /* N = 1024: where a second thread must pay */

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

typedef struct case_list {
    mm_contest_case *cases;
    int count;
} case_list;

static void add(case_list *list, mm_shape shape, char trans_a, char trans_b, bool on_two_threads)
{
    if (list->count < MM_CONTEST_CASES_MAX)
        list->cases[list->count++] = (mm_contest_case){shape, trans_a, trans_b, on_two_threads};
}

mm_contest_case mm_contest_case_of(mm_shape shape, int groups)
{
    bool twice = (groups & MM_CONTEST_THREADS) && mm_shape_flop(&shape) >= TWO_THREADS_FROM_FLOP;
    return (mm_contest_case){shape, 'N', 'N', twice};
}

/* Squares that are asked for as such, or for their second thread. */
static void add_squares(case_list *list, const int64_t *sizes, int count, int groups)
{
    for (int i = 0; i < count; i++) {
        mm_contest_case one = mm_contest_case_of((mm_shape){sizes[i], sizes[i], sizes[i]}, groups);
        if ((groups & MM_CONTEST_SQUARE) || one.on_two_threads)
            add(list, one.shape, 'N', 'N', one.on_two_threads);
    }
}

/* Beside the untransposed product, which the ratio needs, where it is not among the squares. */
static void add_transposed(case_list *list, const int64_t *sizes, int count, int groups)
{
    for (int i = 0; i < count; i++) {
        const mm_shape shape = {sizes[i], sizes[i], sizes[i]};
        if (!(groups & MM_CONTEST_SQUARE))
            add(list, shape, 'N', 'N', false);
        add(list, shape, 'T', 'N', false);
        add(list, shape, 'N', 'T', false);
        add(list, shape, 'T', 'T', false);
    }
}

int mm_contest_cases(int groups, bool quick, mm_contest_case cases[MM_CONTEST_CASES_MAX])
{
    case_list list = {.cases = cases};
    if (quick)
        add_squares(&list, SQUARE_QUICK, COUNT(SQUARE_QUICK), groups);
    else
        add_squares(&list, SQUARE, COUNT(SQUARE), groups);
    if (groups & MM_CONTEST_SKINNY)
        for (int i = 0; i < (quick ? COUNT(SKINNY_QUICK) : COUNT(SKINNY)); i++)
            add(&list, quick ? SKINNY_QUICK[i] : SKINNY[i], 'N', 'N', false);
    if (groups & MM_CONTEST_TRANSPOSED)
        add_transposed(&list, quick ? TRANSPOSED_QUICK : TRANSPOSED,
                       quick ? COUNT(TRANSPOSED_QUICK) : COUNT(TRANSPOSED), groups);
    return list.count;
}

/* The languages of the reports: every message of each is there, is a translation, and has the slots, numbers,
 * names and Markdown of the English one. */
#include <ctype.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record/file.h"
#include "report/report_private.h"

/* --- Pieces of a text, sorted, to be compared whatever their order. */

enum { PIECES_MAX = 2000, PIECE_SIZE = 120 };

typedef struct pieces {
    int count;
    char text[PIECES_MAX][PIECE_SIZE];
} pieces;

static void add(pieces *p, const char *text, size_t length)
{
    assert_true(p->count < PIECES_MAX && length < PIECE_SIZE);
    memcpy(p->text[p->count], text, length);
    p->text[p->count++][length] = '\0';
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void sort(pieces *p)
{
    qsort(p->text, (size_t)p->count, sizeof p->text[0], by_text);
}

/* What stands between two marks: slots, code, the addresses of pictures. */
static void find_spans(const char *text, const char *open, const char *close, pieces *p)
{
    p->count = 0;
    for (const char *at = text; (at = strstr(at, open));) {
        if (strncmp(at, "```", 3) == 0) { /* a fence */
            at += 3;
            continue;
        }
        at += strlen(open);
        const char *end = strstr(at, close);
        if (!end)
            break;
        add(p, at, (size_t)(end - at));
        at = end + strlen(close);
    }
    sort(p);
}

/* "1,024", "0.25"; a comma or full stop that ends one is the sentence's. */
static void find_numbers(const char *text, pieces *p)
{
    p->count = 0;
    for (const char *at = text; *at;) {
        size_t length = isdigit((unsigned char)*at) ? strspn(at, "0123456789.,") : 0;
        const char *next = at + (length > 0 ? length : 1);
        while (length > 0 && strchr(".,", at[length - 1]))
            length--;
        if (length > 0)
            add(p, at, length);
        at = next;
    }
    sort(p);
}

/* Fails, naming what differs, unless both hold the same pieces. */
static void expect_same(const pieces *english, const pieces *other, const char *what, const char *text)
{
    for (int i = 0; i < english->count || i < other->count; i++) {
        const char *a = i < english->count ? english->text[i] : "nothing more";
        const char *b = i < other->count ? other->text[i] : "nothing more";
        if (strcmp(a, b) != 0)
            fail_msg("%s: English has %s, this has %s:\n%.3000s", what, a, b, text);
    }
}

/* --- Markdown. */

/* What the lines are: headings with their level, list items, pictures, fences, cells of tables, empty lines.
 * Where a paragraph's lines end is of no matter. */
static void outline(const char *text, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (const char *line = text; *line && used + PIECE_SIZE < size;) {
        size_t length = strcspn(line, "\n"), marks = strspn(line, "#");
        if (length == 0)
            used += (size_t)sprintf(out + used, "/");
        else if (strncmp(line, "| --", 4) == 0 || strncmp(line, "```", 3) == 0)
            used += (size_t)snprintf(out + used, PIECE_SIZE, "%.*s", (int)length, line);
        else if (marks > 0 || strncmp(line, "- ", 2) == 0 || *line == '!')
            used += (size_t)snprintf(out + used, PIECE_SIZE, "%.*s", (int)(marks > 0 ? marks : 1), line);
        for (size_t i = 0; *line == '|' && i < length && used + 2 < size; i++)
            if (line[i] == '|')
                out[used++] = '|';
        out[used] = '\0';
        line += length + (line[length] == '\n');
    }
}

static int count(const char *text, const char *part)
{
    int found = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        found++;
    return found;
}

static size_t space_at_end(const char *text)
{
    size_t length = strlen(text), end = length;
    while (end > 0 && isspace((unsigned char)text[end - 1]))
        end--;
    return end;
}

/* --- Messages. */

/* Whether a message has words, outside slots and code. */
static bool has_words(const char *text)
{
    int letters = 0;
    char inside = '\0';
    for (; *text; text++) {
        if (inside ? *text == inside : *text == '{' || *text == '`')
            inside = inside ? '\0' : *text == '{' ? '}' : '`';
        letters = !inside && islower((unsigned char)*text) ? letters + 1 : 0;
        if (letters >= 4)
            return true;
    }
    return false;
}

static bool has_hangul(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0xEA && (unsigned char)*text <= 0xED)
            return true;
    return false;
}

static bool is_mark_or_space(char c)
{
    return c == '\0' || isspace((unsigned char)c) || (ispunct((unsigned char)c) && !strchr("{}", c));
}

/* CommonMark: ** beside punctuation on its inner side needs a space or punctuation on its outer side, as in
 * "**5 %**, " but not in "**5 %**of"; a slot counts as letters. */
static void check_strong_text(const char *text)
{
    bool opens = true;
    for (const char *at = text; (at = strstr(at, "**")); at += 2, opens = !opens) {
        char before = at > text ? at[-1] : '\0', after = at[2];
        char inner = opens ? after : before, outer = opens ? before : after;
        if (isspace((unsigned char)inner) || (is_mark_or_space(inner) && !is_mark_or_space(outer)))
            fail_msg("Markdown does not see strong text at %.40s", at > text + 20 ? at - 20 : text);
    }
    assert_true(opens);
}

static void check_spaces_and_marks(const char *english, const char *text)
{
    char expected[2000], got[2000];
    outline(english, expected, sizeof expected);
    outline(text, got, sizeof got);
    if (strcmp(expected, got) != 0)
        fail_msg("the lines of English are %s, of this %s:\n%s", expected, got, text);
    size_t before = strspn(english, " \n");
    if (before != strspn(text, " \n") || strncmp(english, text, before) != 0)
        fail_msg("it begins with other spaces than English:\n%s", text);
    if (strcmp(english + space_at_end(english), text + space_at_end(text)) != 0)
        fail_msg("it ends with other spaces than English:\n%s", text);
    if (count(english, "**") != count(text, "**"))
        fail_msg("English has %d marks of strong text, this %d:\n%s", count(english, "**"), count(text, "**"),
                 text);
}

static void check_pieces(const char *english, const char *text)
{
    static const char *const spans[][3] = {{"slots", "{", "}"}, {"code", "`", "`"}, {"pictures", "](", ")"}};
    static pieces expected, got;
    for (size_t s = 0; s < sizeof spans / sizeof *spans; s++) {
        find_spans(english, spans[s][1], spans[s][2], &expected);
        find_spans(text, spans[s][1], spans[s][2], &got);
        expect_same(&expected, &got, spans[s][0], text);
    }
    find_numbers(english, &expected);
    find_numbers(text, &got);
    expect_same(&expected, &got, "numbers", text);
}

static void check_is_translated(const mm_language *language, const char *english, const char *text)
{
    if (mbstowcs(NULL, text, 0) == (size_t)-1)
        fail_msg("it is not UTF-8:\n%s", text);
    if (english && !has_words(english))
        return;
    if (english && strcmp(english, text) == 0)
        fail_msg("it is still in English:\n%s", text);
    if (strcmp(language->code, "ko") == 0 && !has_hangul(text))
        fail_msg("it has no Hangul:\n%s", text);
    if (strstr(text, " the ") || strstr(text, " of ") || strstr(text, " and "))
        fail_msg("it has English words:\n%s", text);
}

static void every_message_has_the_form_of_the_english_one(void **state)
{
    (void)state;
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        skip();
    for (int l = 1; l < MM_LANGUAGE_COUNT; l++)
        for (int m = 0; m < MM_MESSAGE_COUNT; m++) {
            const char *english = mm_messages_english[m], *text = mm_languages[l].messages[m];
            if (!text)
                fail_msg("%s lacks message %d: %s", mm_languages[l].name, m, english ? english : "");
            check_strong_text(text);
            check_is_translated(&mm_languages[l], english, text);
            if (!english) /* the words are in the table of methods */
                continue;
            check_spaces_and_marks(english, text);
            check_pieces(english, text);
        }
}

/* A new rung must not be told in English. */
static void every_rung_of_the_ladder_has_words(void **state)
{
    (void)state;
    mm_rung rungs[MM_RUNGS_MAX];
    int rung_count = mm_method_rungs(rungs);
    for (int l = 1; l < MM_LANGUAGE_COUNT; l++) {
        const mm_report report = {.messages = mm_languages[l].messages};
        for (int r = 1; r < rung_count; r++) /* no step leads to the lowest */
            assert_string_not_equal(mm_report_differs(&report, &rungs[r]), rungs[r].differs);
    }
}

static void languages_are_named_by_their_codes(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "e", "EN", "en_GB", "fr", "eses"};
    const mm_language *language = NULL;
    mm_error err = {0};
    for (int l = 0; l < MM_LANGUAGE_COUNT; l++) {
        assert_int_equal(mm_language_parse(mm_languages[l].code, &language, &err), MM_OK);
        assert_ptr_equal(language, &mm_languages[l]);
    }
    assert_string_equal(mm_languages[0].code, "en");
    for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
        assert_int_equal(mm_language_parse(bad[b], &language, &err), MM_USAGE);
        assert_string_equal(err.id, "badValue");
    }
    assert_string_equal(err.text, "got 'eses', expected en (English), es (Spanish) or ko (Korean)");
}

/* --- Reports. */

typedef struct fixture {
    mm_results results;
    char *manifest;
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    mm_error err = {0};
    if (mm_results_read("tests/data/lab-results.json", &f->results, &err) != MM_OK ||
        mm_file_read("tests/data/lab-manifest.json", &f->manifest, NULL, &err) != MM_OK) {
        fprintf(stderr, "%s (run the tests from the top folder)\n", err.text);
        return 1;
    }
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    mm_results_free(&f->results);
    free(f->manifest);
    free(f);
    return 0;
}

typedef mm_status report_function(const mm_results *results, const char *manifest,
                                  const mm_language *language, char **text, mm_error *err);

static char *make(fixture *f, report_function *report, const mm_language *language)
{
    mm_error err = {0};
    char *text = NULL;
    if (report(&f->results, f->manifest, language, &text, &err) != MM_OK)
        fail_msg("%s: %s", err.id, err.text);
    return text;
}

/* The same numbers and code as in English, another text, and the same bytes each time. */
static void compare_languages(fixture *f, report_function *report)
{
    static pieces expected, got;
    char *english = make(f, report, &mm_languages[0]);
    for (int l = 1; l < MM_LANGUAGE_COUNT; l++) {
        char *text = make(f, report, &mm_languages[l]), *again = make(f, report, &mm_languages[l]);
        assert_string_equal(text, again);
        assert_string_not_equal(text, english);
        find_numbers(english, &expected);
        find_numbers(text, &got);
        assert_true(expected.count > 100);
        expect_same(&expected, &got, "numbers", text);
        assert_int_equal(count(english, "\n## "), count(text, "\n## "));
        assert_int_equal(count(english, "|"), count(text, "|"));
        free(text);
        free(again);
    }
    free(english);
}

static void reports_have_the_same_numbers_in_every_language(void **state)
{
    fixture *f = *state;
    compare_languages(f, mm_report_lab);
    compare_languages(f, mm_report_roofline);

    for (int i = 0; i < f->results.row_count; i++) { /* other sentences of it */
        mm_row *row = &f->results.rows[i];
        if (strcmp(row->method, "blas") == 0 && row->n == 1024)
            row->median_s *= 1000;
        if (strcmp(row->method, "blocked") == 0)
            row->median_s *= 2;
        if (strcmp(row->method, "naive") == 0 && strcmp(row->frontend, "octave") == 0 && row->n > 64)
            row->status = MM_ROW_SKIPPED;
    }
    compare_languages(f, mm_report_lab);
}

static void the_four_answers_are_in_every_language(void **state)
{
    fixture *f = *state;
    for (int l = 0; l < MM_LANGUAGE_COUNT; l++) {
        char *text = make(f, mm_report_lab, &mm_languages[l]);
        for (int answer = 1; answer <= 4; answer++) {
            char heading[8];
            snprintf(heading, sizeof heading, "\n## %d.", answer);
            assert_int_equal(count(text, heading), 1);
        }
        free(text);
    }
}

/* Told in the language where the program chose the words. */
static void no_word_of_the_program_is_left_in_english(void **state)
{
    fixture *f = *state;
    static const char *const words[] = {"| unknown (",    " yes",       "| measured |", "| extrapolated |",
                                        "| skipped |",    ": skipped;", ", from: ",     "**no**",
                                        "(extrapolated)", "to memory"};
    for (int l = 1; l < MM_LANGUAGE_COUNT; l++) {
        char *text = make(f, mm_report_lab, &mm_languages[l]);
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            if (strstr(text, words[w]))
                fail_msg("%s has \"%s\": %.200s", mm_languages[l].name, words[w], strstr(text, words[w]));
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_message_has_the_form_of_the_english_one),
        cmocka_unit_test(every_rung_of_the_ladder_has_words),
        cmocka_unit_test(languages_are_named_by_their_codes),
        cmocka_unit_test_setup_teardown(reports_have_the_same_numbers_in_every_language, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_four_answers_are_in_every_language, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_word_of_the_program_is_left_in_english, set_up, tear_down),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The languages of the reports: every message of each is there, is a translation, and has the slots, numbers,
 * names and Markdown of the English one. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pieces.h"
#include "report/report_private.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_message_has_the_form_of_the_english_one),
        cmocka_unit_test(every_rung_of_the_ladder_has_words),
        cmocka_unit_test(languages_are_named_by_their_codes),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Pieces of a text, to be compared with those of its translation. For use after cmocka.h. */
#ifndef MM_TEST_PIECES_H
#define MM_TEST_PIECES_H

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES_MAX = 2000, PIECE_SIZE = 120 };

/* Sorted, so that they are compared whatever their order in the text. */
typedef struct pieces {
    int count;
    char text[PIECES_MAX][PIECE_SIZE];
} pieces;

static inline void add(pieces *p, const char *text, size_t length)
{
    assert_true(p->count < PIECES_MAX && length < PIECE_SIZE);
    memcpy(p->text[p->count], text, length);
    p->text[p->count++][length] = '\0';
}

static inline int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static inline void sort(pieces *p)
{
    qsort(p->text, (size_t)p->count, sizeof p->text[0], by_text);
}

/* "1,024", "0.25"; a comma or full stop that ends one is the sentence's. */
static inline void find_numbers(const char *text, pieces *p)
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
static inline void expect_same(const pieces *english, const pieces *other, const char *what, const char *text)
{
    for (int i = 0; i < english->count || i < other->count; i++) {
        const char *a = i < english->count ? english->text[i] : "nothing more";
        const char *b = i < other->count ? other->text[i] : "nothing more";
        if (strcmp(a, b) != 0)
            fail_msg("%s: English has %s, this has %s:\n%.3000s", what, a, b, text);
    }
}

static inline int count(const char *text, const char *part)
{
    int found = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        found++;
    return found;
}

#endif

/* Arrays that grow: items stay, and a lack of memory leaves what there was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/array.h"

static void test_grows(void **state)
{
    (void)state;
    int *items = NULL, capacity = 0;
    for (int i = 0; i < 1000; i++) {
        int *moved = mm_array_room(items, i, &capacity, sizeof *items);
        assert_non_null(moved);
        assert_true(capacity > i);
        items = moved;
        items[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    int *same = mm_array_room(items, capacity - 1, &capacity, sizeof *items);
    assert_ptr_equal(same, items); /* there is room for it */
    free(items);
}

static void test_no_memory(void **state)
{
    (void)state;
    int capacity = 0;
    char *items = mm_array_room(NULL, 0, &capacity, 1);
    assert_non_null(items);
    int before = capacity;
    items[0] = 'x';
    assert_null(mm_array_room(items, capacity, &capacity, SIZE_MAX / 16)); /* the product would wrap */
    assert_int_equal(capacity, before);
    assert_int_equal(items[0], 'x');
    int huge = INT32_MAX - 1;
    assert_null(mm_array_room(items, huge, &huge, 1)); /* no larger number of items */
    assert_int_equal(huge, INT32_MAX - 1);
    free(items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_grows), cmocka_unit_test(test_no_memory)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("array", tests, NULL, NULL);
}

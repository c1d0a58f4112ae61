/* Times the generator for beside_numpy.py: for each line on stdin, fills a buffer with ten million normals,
 * as doubles, and prints the seconds that it took. The buffer is touched before, so that no page fault is
 * timed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "measure/clock.h"

enum { COUNT = 10000000 };

int main(void)
{
    double *numbers = malloc(COUNT * sizeof *numbers);
    if (!numbers)
        return 4;
    memset(numbers, 1, COUNT * sizeof *numbers);
    mm_random random = mm_random_new(42);
    for (int c; (c = getchar()) != EOF;) {
        if (c != '\n')
            continue;
        double start_s = mm_clock_s();
        mm_random_normals(&random, COUNT, numbers);
        printf("%.9f\n", mm_clock_s() - start_s);
        fflush(stdout);
    }
    free(numbers);
    return 0;
}

/* Calls of BLAS whose number is known beforehand: tests/cli/trace.bats counts them. calls WHAT. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef const int *ip;
void dgemm_(const char *, const char *, ip, ip, ip, const double *, const double *, ip, const double *, ip,
            const double *, double *, ip, size_t, size_t);
double ddot_(ip, const double *, ip, const double *, ip);
double _Complex zdotc_(ip, const double *, ip, const double *, ip);
float sdot_(ip, const float *, ip, const float *, ip);
int idamax_(ip, const double *, ip);
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *,
                 int);
void cblas_dsyrk(int, int, int, int, int, double, const double *, int, double, double *, int);
void cblas_ztrsm(int, int, int, int, int, int, int, const void *, const void *, int, void *, int);
void cblas_zdotu_sub(int, const void *, int, const void *, int, void *);

enum { N = 8, THREADS = 4 };
static const int one_i = 1;
static const double one = 1, zero = 0;

static void multiply(const char *trans_a, const char *trans_b, int m, int n, int k)
{
    double A[N * N] = {1}, B[N * N] = {1}, C[N * N];
    const int ld = N;
    dgemm_(trans_a, trans_b, &m, &n, &k, &one, A, &ld, B, &ld, &zero, C, &ld, 1, 1);
}

static double dot(int n)
{
    double x[256] = {2}, y[256] = {3};
    return ddot_(&n, x, &one_i, y, &one_i);
}

static int call_fortran(void)
{
    for (int i = 0; i < 3; i++)
        multiply("N", "t", 5, 6, 7);
    multiply("C", "N", 5, 6, 7);
    return dot(4) == 6 ? 0 : 1;
}

/* What functions return comes back whole. */
static int call_values(void)
{
    const double x[] = {1, 2, -9, 4}, y[] = {1, 1, 1, 1};
    const float xs[] = {1.5f, 2}, ys[] = {2, 4};
    const int n = 4, two = 2;
    double sub[2];
    double _Complex z = zdotc_(&two, x, &one_i, x, &one_i); /* (1+2i) and (-9+4i): 5 + 97 */
    cblas_zdotu_sub(2, x, 1, y, 1, sub);                    /* (1+i) times both, summed */
    printf("%d %g %g %g %g %g %g\n", idamax_(&n, x, &one_i), (double)sdot_(&two, xs, &one_i, ys, &one_i),
           __real__ z, __imag__ z, sub[0], sub[1], dot(1));
    return 0;
}

static int call_cblas(void)
{
    double A[2 * N * N] = {1}, C[2 * N * N] = {1}, alpha[2] = {1, 0};
    for (int i = 0; i < N; i++)
        A[2 * (i + i * N)] = 1;
    cblas_dgemm(101, 111, 112, 2, 3, 4, 1, A, N, A, N, 0, C, N);
    cblas_dgemm(102, 112, 111, 2, 3, 4, 1, A, N, A, N, 0, C, N);
    cblas_dsyrk(102, 121, 112, 5, 6, 1, A, N, 0, C, N);
    cblas_ztrsm(101, 142, 122, 113, 131, 3, 4, alpha, A, N, C, N);
    return 0;
}

static void *work(void *unused)
{
    (void)unused;
    for (int i = 0; i < 1000; i++)
        multiply("N", "N", 4, 4, 4);
    for (int n = 1; n <= 200; n++) /* more shapes than a thread's first table has rows */
        dot(n);
    return NULL;
}

static int call_in_threads(void)
{
    pthread_t threads[THREADS];
    for (int round = 0; round < 5; round++) { /* threads that follow others take their tables over */
        for (int i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, work, NULL);
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
    }
    return 0;
}

/* A child that leaves by _exit, and one that becomes another program. */
static int call_in_children(const char *self)
{
    int status;
    for (int i = 0; i < 10; i++)
        multiply("N", "N", 2, 2, 2);
    if (fork() == 0) {
        for (int i = 0; i < 20; i++)
            multiply("N", "N", 3, 3, 3);
        _exit(0);
    }
    if (fork() == 0) {
        multiply("N", "N", 4, 4, 4);
        execl(self, self, "fortran", (char *)NULL);
        _exit(127);
    }
    while (wait(&status) > 0)
        if (status != 0)
            return 1;
    multiply("N", "N", 2, 2, 2);
    return 0;
}

static void multiply_seven_times(void)
{
    for (int i = 0; i < 7; i++)
        multiply("N", "N", 2, 2, 2);
}

static int call_often(void) /* more than a timeline keeps */
{
    for (int i = 0; i < 270000; i++)
        dot(1 + i / 135000);
    return 0;
}

static void on_term(int number)
{
    (void)number;
    multiply_seven_times();
    _exit(42);
}

static int wait_for_term(void)
{
    signal(SIGTERM, on_term);
    puts("ready");
    fflush(stdout);
    for (;;)
        pause();
    return 1;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "fortran") == 0)
        return call_fortran();
    if (strcmp(what, "values") == 0)
        return call_values();
    if (strcmp(what, "cblas") == 0)
        return call_cblas();
    if (strcmp(what, "threads") == 0)
        return call_in_threads();
    if (strcmp(what, "fork") == 0)
        return call_in_children(argv[0]);
    if (strcmp(what, "often") == 0)
        return call_often();
    if (strcmp(what, "term") == 0)
        return wait_for_term();
    multiply_seven_times();
    if (strcmp(what, "kill") == 0)
        raise(SIGKILL);
    if (strcmp(what, "abort") == 0)
        abort();
    _exit(3);
}

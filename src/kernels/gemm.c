#include "kernels/gemm.h"

#include "kernels/gemm_team.h"
#include "kernels/gemm_typed.h"

mm_status mm_gemm(char trans_a, char trans_b, double alpha, const mm_matrix *A, const mm_matrix *B,
                  double beta, mm_matrix *C, int threads, mm_error *err)
{
    const mm_isa isa = mm_isa_best();
    const mm_gemm_problem problem = {.trans_a = trans_a == 'T',
                                     .trans_b = trans_b == 'T',
                                     .alpha = alpha,
                                     .beta = beta,
                                     .A = A,
                                     .B = B,
                                     .C = C,
                                     .threads = threads,
                                     .isa = isa,
                                     .params = mm_gemm_params_of(isa, C->dtype)};
    return mm_gemm_run(&problem, err);
}

mm_status mm_gemm_run(const mm_gemm_problem *problem, mm_error *err)
{
    return problem->C->dtype == MM_F32 ? mm_gemm_run_f32(problem, err) : mm_gemm_run_f64(problem, err);
}

void mm_gemm_stop_threads(void)
{
    mm_team_stop();
}

void mm_gemm_limit_threads(int cpus)
{
    mm_team_limit(cpus);
}

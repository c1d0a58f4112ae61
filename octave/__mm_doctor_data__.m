## -*- texinfo -*-
## @deftypefn {} {[@var{look}, @var{finding}] =} __mm_doctor_data__ (@var{A}, @var{B})
## Do the operands of @code{A * B} reach a BLAS?  @var{look} and @var{finding} as in @file{doctor.json};
## @var{finding} is [] where the product is well.  For internal use.
## @end deftypefn

function [look, finding] = __mm_doctor_data__ (A, B)
  check_operands (A, B);
  finding = [];
  if (isscalar (A) || isscalar (B))
    look = look_is ("well", "a product with a scalar goes element by element, and needs no BLAS");
  elseif (isinteger (A) || isinteger (B))
    [look, finding] = look_at_integers (A, B);
  elseif (issparse (A) || issparse (B))
    [look, finding] = look_at_sparse (A, B);
  elseif (is_structured (A) || is_structured (B))
    look = look_is ("well", "a diagonal or permutation matrix scales or moves rows and columns, and needs no BLAS");
  else
    look = look_is ("well", reached_routine (A, B));
  endif
endfunction

function check_operands (A, B)
  for X = {A, B}
    if (! (isnumeric (X{1}) || islogical (X{1}) || ischar (X{1})) || ndims (X{1}) > 2)
      error ("gemmlab:notMatrix", "mm_doctor: got a %s of %s, expected two matrices of numbers", class (X{1}),
             mat2str (size (X{1})));
    endif
  endfor
  if (columns (A) != rows (B) && ! isscalar (A) && ! isscalar (B))
    error ("gemmlab:nonconformant", "mm_doctor: A is %dx%d and B %dx%d: A * B needs as many columns as rows", size (A),
           size (B));
  endif
endfunction

function yes = is_structured (X)
  yes = any (strcmp (typeinfo (X), {"diagonal matrix", "float diagonal matrix", "complex diagonal matrix", ...
                                    "float complex diagonal matrix", "permutation matrix"}));
endfunction

## Logical and text are converted first; single wins over double.
function text = reached_routine (A, B)
  is_single = isa (A, "single") || isa (B, "single");
  letter = "sdcz"(1 + ! is_single + 2 * (iscomplex (A) || iscomplex (B)));
  text = sprintf ("%s by %s goes to BLAS: %sgemm, or %sgemv, %ssyrk and their like where the shape is simpler", ...
                  class (A), class (B), letter, letter, letter);
endfunction

## Of whole numbers, doubles are exact up to flintmax: every sum is below that where the sum of the sizes is.
function [look, finding] = look_at_integers (A, B)
  which = class (A);
  if (! isinteger (A))
    which = class (B);
  endif
  finding = new_finding ();
  finding.title = sprintf ("%s never reaches a BLAS: Octave has no product of integer matrices", which);
  finding.evidence = sprintf ("A is %s, B %s", class (A), class (B));
  finding.consequence = "A * B is an error";
  finding.fix = "double (A) * double (B)";
  bound = columns (A) * largest (A) * largest (B);
  finding.verified = bound <= flintmax ();
  finding.verification = sprintf ("sums are at most %g, and doubles are exact up to %g", bound, flintmax ());
  look = look_is ("finding", finding.title);
endfunction

function value = largest (X)
  value = double (max ([0; abs(double (X(:)))]));
endfunction

function [look, finding] = look_at_sparse (A, B)
  LARGEST_FLOP = 4e10; # under a second, even with an old kernel
  LARGEST_BYTES = 1e9;
  finding = [];
  [m, k] = size (A);
  n = columns (B);
  flop = 2 * m * n * k;
  bytes = 8 * (m * k + k * n + 2 * m * n) * (1 + (iscomplex (A) || iscomplex (B)));
  shares = sprintf ("%.3g %% of A and %.3g %% of B are not zero", 100 * nnz (A) / max (1, numel (A)),
                    100 * nnz (B) / max (1, numel (B)));
  if (flop == 0 || flop > LARGEST_FLOP || bytes > LARGEST_BYTES)
    look = look_is ("unknown", sprintf ("sparse matrices never reach a BLAS (%s); the full product, of %.3g GFLOP and %.3g MB, was not timed beside it",
                                        shares, 1e-9 * flop, 1e-6 * bytes));
    return;
  endif
  times = mm_time (@() A * B, @() full (A) * full (B), "names", {"sparse", "full"}, "min_time", 0.1, "budget", 5);
  gain = gain_of (times, flop);
  if (isempty (gain))
    look = look_is ("unknown", "sparse matrices never reach a BLAS; there was no time to time the full product beside it");
    return;
  endif
  told = sprintf ("%.3g (%.3g to %.3g)", gain.ratio, gain.ci95);
  if (gain.ci95(1) <= 1.1)
    look = look_is ("well", sprintf ("sparse matrices never reach a BLAS (%s); the full product would be %s times as fast", shares, told));
    return;
  endif
  finding = new_finding ();
  finding.title = "sparse matrices never reach a BLAS, and these are dense enough for one";
  finding.evidence = shares;
  finding.consequence = sprintf ("could be %s times as fast: %.3g ms now, %.3g ms after", told, ...
                                 1e3 * times(1).seconds.median, 1e3 * times(2).seconds.median);
  finding.fix = "full (A) * full (B)";
  finding.verified = is_same_product (A, B);
  finding.verification = "in this Octave, one thread: the same product up to rounding, then faster in turns";
  if (! finding.verified)
    finding.verification = "the full product differs by more than rounding: do the operands hold NaN or Inf?";
  endif
  finding.gain = gain;
  look = look_is ("finding", finding.title);
endfunction

## From the two intervals; [] where either was not sampled enough for one.
function gain = gain_of (times, flop)
  now = times(1).seconds;
  after = times(2).seconds;
  if (isempty (now) || isempty (after) || numel (now.ci95) != 2 || numel (after.ci95) != 2)
    gain = [];
    return;
  endif
  gain = struct ("ratio", now.median / after.median, "ci95", [now.ci95(1) / after.ci95(2); now.ci95(2) / after.ci95(1)], ...
                 "now_gflops", 1e-9 * flop / now.median, "after_gflops", 1e-9 * flop / after.median);
endfunction

## Both orders of summation are within k eps |A| |B| of the exact sum.
function yes = is_same_product (A, B)
  bound = 2 * columns (A) * eps * (abs (full (A)) * abs (full (B)));
  yes = all ((abs (full (A * B) - full (A) * full (B)) <= bound)(:));
endfunction

function look = look_is (state, note)
  look = struct ("id", "data", "subject", "A * B", "state", state, "note", note);
endfunction

function finding = new_finding ()
  finding = struct ("id", "data", "subject", "A * B", "broken", false, "advice", false, "title", "", "evidence", "", ...
                    "consequence", "", "fix", "", "setting", [], "verified", false, "verification", "", "gain", []);
endfunction

%!function [state, verified] = see (A, B)
%!  [look, finding] = __mm_doctor_data__ (A, B);
%!  assert (fieldnames (look), {"id"; "subject"; "state"; "note"});
%!  assert (isempty (finding), ! strcmp (look.state, "finding"));
%!  assert (! isempty (look.note));
%!  state = look.state;
%!  verified = ! isempty (finding) && finding.verified;
%!endfunction

%!test # what reaches a BLAS, and by which routine
%! one = ones (2);
%! known = {one, one, "dgemm", single(one), one, "sgemm", one * 1i, one, "zgemm", single(one), one * 1i, "cgemm", ...
%!          true(2), true(2), "dgemm", "ab", one, "dgemm"};
%! for c = reshape (known, 3, [])
%!   [look, finding] = __mm_doctor_data__ (c{1:2});
%!   assert (isempty (finding) && strcmp (look.state, "well"));
%!   assert (! isempty (strfind (look.note, c{3})));
%! endfor

%!test # integers: doubles do, as long as they are exact
%! [state, verified] = see (int32 (magic (4)), int32 (magic (4)));
%! assert (state, "finding");
%! assert (verified);
%! [state, verified] = see (magic (4), intmax ("int64") * int64 (ones (4)));
%! assert (state, "finding");
%! assert (! verified);
%! assert (double (int32 (magic (4))) * double (int32 (magic (4))), magic (4) ^ 2);
%! assert (see (int32 (3), magic (4)), "well");

%!test # sparse: a full matrix in a sparse one's clothes, one that is sparse, and one that is too large for a full one
%! A = sparse (magic (300) / 300);
%! [state, verified] = see (A, A);
%! assert (state, "finding");
%! assert (verified);
%! I = speye (1000);
%! assert (see (I, I), "well");
%! L = speye (200000);
%! assert (see (L, L), "unknown");
%! A(2, 3) = NaN;
%! [state, verified] = see (A, A);
%! assert (! verified);

%!assert (see (eye (3), magic (3)), "well")
%!assert (see (zeros (0, 3), magic (3)), "well")
%!assert (see (sparse (0, 3), magic (3)), "unknown")

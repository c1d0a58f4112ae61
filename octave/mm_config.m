## -*- texinfo -*-
## @deftypefn  {} {} mm_config ()
## @deftypefnx {} {@var{config} =} mm_config ()
## Tell what multiplies matrices here: versions, the BLAS library that Octave uses, and the CPU.
##
## Without an output argument this prints a page; otherwise it returns a structure:
##
## @table @code
## @item gemmlab
## @code{version}, and the @code{commit} it was built from
## @item octave
## @code{version}; @code{blas} and @code{lapack}: what @code{version ("-blas")} and @code{version ("-lapack")} say;
## @code{blas_agrees}: is that the library, and the kernel, that serves?  @code{blas_note} says how it differs
## @item blas
## as seen from the running process: @code{provider}; @code{path} of the file that serves @code{sgemm}; @code{engine}, the
## file with the kernels; the @code{package} that owns @code{path} and its @code{package_version}; @code{version};
## @code{config}, the library's own words; @code{kernel}, what it selected for this CPU; @code{integer_bits}, as probed by
## a call; @code{threading}, what its threads are made with; @code{threads} now and @code{threads_max};
## @code{threads_obeyed}: did it work with as many threads as it was told to, measured by CPU times
## (@code{threads_trial}); [] where that was not tried
## @item cpu
## @code{model}, @code{architecture}, @code{best_isa} (the widest instruction set that can be used),
## @code{logical_cpus}
## @end table
##
## Text is empty and a count is 0 where it is not known.
## @seealso{mm_blas, mm_results}
## @end deftypefn

function config = mm_config (varargin)
  c = __mm_config__ (varargin{:});
  c.octave = struct ("version", OCTAVE_VERSION, "blas", version ("-blas"), "lapack", version ("-lapack"));
  [c.octave.blas_agrees, c.octave.blas_note] = __mm_blas_agrees__ (c.octave.blas, c.blas);
  c = orderfields (c, {"gemmlab", "octave", "blas", "cpu"});
  if (nargout > 0)
    config = c;
  else
    print_page (c);
  endif
endfunction

function print_page (config)
  for [section, title] = config
    printf ("%s\n", title);
    for [value, name] = section
      if (islogical (value))
        value = yes_or_no (value);
      elseif (isempty (value) || isequal (value, 0))
        value = "unknown";
      elseif (isnumeric (value))
        value = num2str (value);
      endif
      printf ("  %-15s %s\n", name, value);
    endfor
  endfor
endfunction

function text = yes_or_no (value)
  text = {"no", "yes"}{1 + value};
endfunction

%!test # the structure's shape
%! c = mm_config ();
%! assert (fieldnames (c), {"gemmlab"; "octave"; "blas"; "cpu"});
%! assert (ischar (c.gemmlab.version) && ! isempty (c.gemmlab.version));
%! assert (c.octave.version, OCTAVE_VERSION);
%! assert (c.octave.blas, version ("-blas"));
%! assert (c.octave.lapack, version ("-lapack"));
%! assert (islogical (c.octave.blas_agrees) && ischar (c.octave.blas_note) && ! isempty (c.octave.blas_note));
%! assert (c.blas.threads <= c.blas.threads_max || c.blas.threads_max == 0);
%! assert (any (c.blas.integer_bits == [32, 64]));
%! assert (any (strcmp (c.blas.threading, {"pthread", "openmp", "tbb", "single"})));
%! assert (isempty (c.blas.threads_obeyed) || islogical (c.blas.threads_obeyed));
%! assert (any (strcmp (c.cpu.best_isa, {"scalar", "sse2", "avx2", "avx512"})));

%!testif ; exist ("/proc/self/maps", "file") # the library it names is loaded into this process
%! c = mm_config ();
%! maps = fileread ("/proc/self/maps");
%! assert (! isempty (c.blas.path) && ! isempty (strfind (maps, c.blas.path)));

%!test # asking does not change the threads
%! before = mm_config ().blas.threads;
%! assert (mm_config ().blas.threads, before);

%!test # the page names every field
%! page = evalc ("mm_config ()");
%! c = mm_config ();
%! for [section, title] = c
%!   assert (! isempty (strfind (page, title)));
%!   for name = fieldnames (section)'
%!     assert (! isempty (strfind (page, name{1})));
%!   endfor
%! endfor
%! assert (! isempty (strfind (page, c.blas.provider)));

%!error id=gemmlab:wrongCount mm_config (1)

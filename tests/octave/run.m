## Runs the %! tests of octave/*.m and tests/octave/test_*.m, or of the files named as arguments, and prints TAP: a line
## for each block. Exits with 1 where one fails.
##
##   octave-cli --no-init-file --path octave --path build/mex tests/octave/run.m [FILE...]

1;

## The %! blocks of a file as struct array: kind ("test", "assert", ..), text (its lines, with "%!"), line.
function blocks = read_blocks (file)
  blocks = struct ("kind", {}, "text", {}, "line", {});
  inside = false;
  lines = strsplit (fileread (file), "\n");
  for i = 1:numel (lines)
    start = regexp (lines{i}, '^%!([a-z]+)', "tokens", "once");
    if (! isempty (start))
      blocks(end+1) = struct ("kind", start{1}, "text", [lines{i} "\n"], "line", i);
      inside = true;
    elseif (inside && strncmp (lines{i}, "%!", 2))
      blocks(end).text = [blocks(end).text lines{i} "\n"];
    else
      inside = false;
    endif
  endfor
endfunction

## What others need: it counts as no test.
function yes = is_setting (block)
  yes = any (strcmp (block.kind, {"function", "endfunction", "shared"}));
endfunction

## "mm_naive:31 the interpreter is called exactly m*n*k times": its comment, or else its code.
function name = block_name (file, block)
  [~, base] = fileparts (file);
  first = strtok (block.text, "\n");
  what = regexp (first, '^%!test\w*[^#]*#\s*(.*)$', "tokens", "once");
  if (isempty (what))
    what = {regexprep(first(3:end), '[#\\]', "")};
  endif
  name = sprintf ("%s:%d %s", base, block.line, strtrim (what{1}));
endfunction

## Runs one block with the file's settings through Octave's own test function. result: "ok", "skip" or "not ok".
function [result, log] = run_block (blocks, which)
  used = blocks(arrayfun (@is_setting, blocks) | (1:numel (blocks)) == which);
  file = [tempname() ".m"];
  logfile = [file ".log"];
  unwind_protect
    fid = fopen (file, "w");
    fputs (fid, strjoin ({used.text}, "\n"));
    fclose (fid);
    [passed, total, ~, ~, skipped, rtskipped] = test (file, "quiet", logfile);
    log = fileread (logfile);
  unwind_protect_cleanup
    unlink (file);
    unlink (logfile);
  end_unwind_protect
  if (skipped + rtskipped > 0)
    result = "skip";
  elseif (total == 1 && passed == 1)
    result = "ok";
  else
    result = "not ok";
  endif
endfunction

function report (number, result, name, log)
  switch (result)
    case "ok"
      printf ("ok %d - %s\n", number, name);
    case "skip"
      printf ("ok %d - %s # SKIP its condition does not hold here\n", number, name);
    otherwise
      printf ("not ok %d - %s\n# %s\n", number, name, strrep (strtrim (log), "\n", "\n# "));
  endswitch
  fflush (stdout);
endfunction

function files = default_files ()
  here = fileparts (mfilename ("fullpath"));
  files = [glob(fullfile (here, "..", "..", "octave", "*.m")); glob(fullfile (here, "test_*.m"))];
endfunction

function failures = run_files (files)
  blocks = cellfun (@read_blocks, files, "UniformOutput", false);
  is_test = @(b) ! is_setting (b) && ! strcmp (b.kind, "demo");
  printf ("1..%d\n", sum (cellfun (@(b) sum (arrayfun (is_test, b)), blocks)));
  number = failures = 0;
  for f = 1:numel (files)
    for i = find (arrayfun (is_test, blocks{f}))
      [result, log] = run_block (blocks{f}, i);
      report (++number, result, block_name (files{f}, blocks{f}(i)), log);
      failures += strcmp (result, "not ok");
    endfor
  endfor
endfunction

files = argv ();
if (isempty (files))
  files = default_files ();
endif
exit (run_files (files) > 0);

## [data, manifest] = mm_plot_read (dir)
## [data, manifest] = mm_plot_read (dir, name)
## Two files of a run, as structs: name (results.json by default) and manifest.json.  Error gemmlab:noFile where one is missing.

function [data, manifest] = mm_plot_read (dir, name = "results.json")

  if (! ischar (dir) || ! isrow (dir))
    error ("gemmlab:badArgument", "got a %s for the folder, expected its name as text", class (dir));
  endif
  data = read_one (dir, name);
  manifest = read_one (dir, "manifest.json");

endfunction

function data = read_one (dir, name)

  file = fullfile (dir, name);
  if (! exist (file, "file"))
    error ("gemmlab:noFile", "%s does not exist; run a benchmark that writes its results to %s first", file, dir);
  endif
  data = mm_results (file);

endfunction

## model = mm_plot_cpu (manifest)
## The CPU's name for a title.

function model = mm_plot_cpu (manifest)

  model = "an unknown CPU";
  if (isfield (manifest, "cpu") && isfield (manifest.cpu, "model") && ! isempty (manifest.cpu.model))
    model = regexprep (strtrim (manifest.cpu.model), {'\((R|TM)\)', '\s+'}, {"", " "}, "ignorecase");
  endif

endfunction

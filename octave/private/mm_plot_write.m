## files = mm_plot_write (fig, dir)
## files = mm_plot_write (fig, dir, name)
## Write the figure as dir/name.png and dir/name.svg (name is "perf" by default), each whole or not at all.

function files = mm_plot_write (fig, dir, name = "perf")

  files = {fullfile(dir, [name ".png"]), fullfile(dir, [name ".svg"])};
  set (0, "currentfigure", fig);
  replace_file (files{1}, draw ("pngcairo"));
  replace_file (files{2}, mend_fonts (draw ("svg dynamic")));

endfunction

## The picture as bytes.  Not by print (): Octave 7's sends PNG through Ghostscript, which need not be there.
function bytes = draw (terminal)

  name = tempname (); # and not in dir, whose name gnuplot would not take if it had a quote
  locale = getenv ("LC_ALL");
  setenv ("LC_ALL", "C.UTF-8"); # in another gnuplot may complain of characters that it cannot convert
  unwind_protect
    drawnow ([terminal " size 1000,640 background rgb 'white'"], name);
    bytes = fileread (name);
  unwind_protect_cleanup
    if (isempty (locale))
      unsetenv ("LC_ALL");
    else
      setenv ("LC_ALL", locale);
    endif
    unlink (name);
  end_unwind_protect

endfunction

## gnuplot's SVG has ":Bold" for the name of a font, which no viewer knows, and no font to fall back to.
function svg = mend_fonts (svg)

  fonts = 'font-family="DejaVu Sans, Arial, sans-serif"';
  svg = strrep (svg, 'font-family=":Bold"', [fonts ' font-weight="bold"']);
  svg = strrep (svg, 'font-family="Arial"', fonts);

endfunction

function replace_file (file, bytes)

  temporary = tempname (fileparts (file), ".perf-");
  [fid, message] = fopen (temporary, "w");
  if (fid < 0)
    error ("gemmlab:cannotWrite", "%s could not be written: %s", file, message);
  endif
  written = fwrite (fid, bytes);
  failed = fclose (fid) != 0 || written != numel (bytes);
  if (failed || rename (temporary, file) != 0)
    unlink (temporary);
    error ("gemmlab:cannotWrite", "%s could not be written: is the disk full, or is there a folder of that name?", ...
           file);
  endif

endfunction

## files = mm_plot_draw (dir, name, heading, draw)
## A whole picture: an invisible figure, on which draw (fig) draws, with its heading, as dir/name.png and dir/name.svg.
## No figure is left open, whatever fails.

function files = mm_plot_draw (dir, name, heading, draw)

  fig = mm_plot_figure ();
  unwind_protect
    draw (fig);
    mm_plot_title (fig, heading);
    files = mm_plot_write (fig, dir, name);
  unwind_protect_cleanup
    close (fig);
  end_unwind_protect

endfunction

"""Plain statements that can be read whole: `parts` finds the parts, each frame knows one kind and puts it as formulas, `judge` works them out with the facts."""

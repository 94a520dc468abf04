/**
 * `too-big`: the DOT text is longer than the bound. `too-slow`: the picture took longer than the bound. `busy`: as many pictures
 * wait as may. `invalid`: Graphviz cannot read the text, or failed on it. `unsafe`: the picture has more in it than text and lines.
 */
export type SvgFault = 'too-big' | 'too-slow' | 'busy' | 'invalid' | 'unsafe';

/** Why there is no SVG, for the caller. */
export class SvgError extends Error {
  constructor(
    readonly fault: SvgFault,
    message: string,
  ) {
    super(message);
    this.name = 'SvgError';
  }
}

import type { Span } from './tree.js';

/**
 * `expression`: the text is no expression, or one that is not taken. `evaluation`: it has no value for these variables. `too-big`:
 * its value, or the work for it, is too large.
 */
export type ExpressionFault = 'expression' | 'evaluation' | 'too-big';

/** A fault of an expression, described for its author. */
export class ExpressionError extends Error {
  constructor(
    readonly fault: ExpressionFault,
    message: string,
    /** Where in the text. */
    readonly at?: Span,
  ) {
    super(message);
    this.name = 'ExpressionError';
  }
}

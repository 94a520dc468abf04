/** The port of those who judge beside our engine. */
import type { InstanceFormat, InstanceType } from '../../src/cli/instance.js';

/** What an oracle says of one input. */
export interface Judged {
  /** `crash`: the oracle ended on this input, which decides nothing. */
  readonly verdict: 'valid' | 'invalid' | 'crash';
  /** What it said, one message a line; those of libyang begin with `libyang[0]: `. */
  readonly said: readonly string[];
}

export const CRASH: Judged = { verdict: 'crash', said: [] };

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface OracleDocument {
  readonly text: string;
  readonly format: InstanceFormat;
  readonly type: InstanceType;
}

/** Everything has all its features. */
export interface Oracle {
  readonly name: string;
  /** Judges each module on its own; what it imports is in the folders. */
  modules(modules: readonly NamedText[], folders: readonly string[]): readonly Judged[];
  /** Judges the modules together first, then each document; no document where they are not valid. */
  documents(modules: readonly NamedText[], documents: readonly OracleDocument[]): readonly Judged[];
}

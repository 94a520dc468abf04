/** Errors of YANG texts; each has a location. Each phase collects its errors and throws them together. */
import { formatLocation, type SourceLocation } from './location.js';

/** One error in a YANG text. */
export interface YangError {
  readonly message: string;
  readonly location: SourceLocation;
}

/** The error of `compile` and `parseModule`: all errors found, in the order of files, lines and columns. */
export class YangErrors extends Error {
  override readonly name = 'YangErrors';

  constructor(readonly errors: readonly YangError[]) {
    super(formatYangErrors(errors));
  }
}

/** Formats one line per error: `file:line:column: error: message`. */
export function formatYangErrors(errors: readonly YangError[]): string {
  return errors.map((e) => `${formatLocation(e.location)}: error: ${e.message}`).join('\n');
}

/** Raised inside the compiler for one wrong construct; `Diagnostics.attempt` turns it into an error. */
export class Fault extends Error {
  constructor(
    readonly location: SourceLocation,
    message: string,
  ) {
    super(message);
  }
}

/** Raises a fault for the current construct. */
export function fail(location: SourceLocation, message: string): never {
  throw new Fault(location, message);
}

/** Maximum number of errors: more do not help the reader, and the search in a broken text may take long. */
const MAX_ERRORS = 100;
/** Maximum length of a message: quoted arguments may be of any length. */
const MAX_MESSAGE = 600;

/** Collects errors, so that one compilation reports more than the first one. */
export class Diagnostics {
  readonly #errors = new Map<string, YangError>();

  /** Adds an error; with too many errors, ends the phase at once. */
  add(location: SourceLocation, message: string): void {
    const text = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}...` : message;
    this.#errors.set(`${formatLocation(location)} ${text}`, { message: text, location });
    if (this.#errors.size >= MAX_ERRORS) this.throwIfAny();
  }

  /** Runs `work`; records a `Fault` and returns undefined for it. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.add(error.location, error.message);
      return undefined;
    }
  }

  /** Ends a phase with an error when there are any: later phases rely on the checks of earlier ones. */
  throwIfAny(): void {
    if (this.#errors.size === 0) return;
    const errors = [...this.#errors.values()];
    errors.sort(
      (a, b) =>
        compare(a.location.file, b.location.file) ||
        a.location.line - b.location.line ||
        a.location.column - b.location.column,
    );
    throw new YangErrors(errors);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the message of any thrown value, also of one that cannot be read. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'something was thrown that has no text';
  }
}

/** Errors of YANG texts: every one has a place. They are collected as far as that is cheap and thrown together. */
import { formatLocation, type SourceLocation } from './location.js';

/** One thing wrong in a YANG text. */
export interface YangError {
  readonly message: string;
  readonly location: SourceLocation;
}

/** What `compile` and `parseModule` throw: all errors found, in the order of files, lines and columns. */
export class YangErrors extends Error {
  override readonly name = 'YangErrors';

  constructor(readonly errors: readonly YangError[]) {
    super(formatYangErrors(errors));
  }
}

/** One line an error: `file:line:column: error: message`. */
export function formatYangErrors(errors: readonly YangError[]): string {
  return errors.map((e) => `${formatLocation(e.location)}: error: ${e.message}`).join('\n');
}

/** Raised inside the compiler where one construct cannot be understood; `Diagnostics.attempt` turns it into an entry. */
export class Fault extends Error {
  constructor(
    readonly location: SourceLocation,
    message: string,
  ) {
    super(message);
  }
}

/** Gives up on the construct at hand. */
export function fail(location: SourceLocation, message: string): never {
  throw new Fault(location, message);
}

/** Beyond this many errors no reader goes on, and looking for more in a broken text may take long. */
const MAX_ERRORS = 100;
/** Arguments quoted in messages may be of any length. */
const MAX_MESSAGE = 600;

/** Collects errors, so that one compilation reports more than the first of them. */
export class Diagnostics {
  readonly #errors = new Map<string, YangError>();

  /** The last of too many errors ends the phase at once. */
  add(location: SourceLocation, message: string): void {
    const text = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}...` : message;
    this.#errors.set(`${formatLocation(location)} ${text}`, { message: text, location });
    if (this.#errors.size >= MAX_ERRORS) this.throwIfAny();
  }

  /** Runs `work`; a `Fault` is recorded and answered with undefined. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.add(error.location, error.message);
      return undefined;
    }
  }

  /** Ends a phase: later phases rely on what earlier ones accepted. */
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

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

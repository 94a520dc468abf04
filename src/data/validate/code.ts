/** Text of generated functions: lines, and constants that the text refers to by number. */

/** Collects the code of a function. Schema text enters it only as strings from `quote`; everything else is a constant. */
export class Code {
  readonly constants: unknown[] = [];
  readonly #lines: string[] = [];

  line(text: string): void {
    this.#lines.push(text);
  }

  /** Returns the expression for `value` in the generated code. */
  constant(value: unknown): string {
    const known = this.constants.indexOf(value);
    return `k[${known >= 0 ? known : this.constants.push(value) - 1}]`;
  }

  quote(text: string): string {
    return JSON.stringify(text);
  }

  /** Returns a function or generator function made of the lines: `k` are the constants, `parameters` its own parameters. */
  function(parameters: string, kind: 'function' | 'function*' = 'function'): unknown {
    const make: unknown = new Function(
      'k',
      `"use strict";\nreturn ${kind} (${parameters}) {\n${this.#lines.join('\n')}\n};`,
    );
    return typeof make === 'function' ? Reflect.apply(make, undefined, [this.constants]) : undefined;
  }
}

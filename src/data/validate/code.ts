/** Text of generated functions: lines, and constants that the text refers to by number. */

/** Schema text enters generated code only as `quote`d strings; everything else is passed in as a constant. */
export class Code {
  readonly constants: unknown[] = [];
  readonly #lines: string[] = [];

  line(text: string): void {
    this.#lines.push(text);
  }

  /** The expression that means `value` in the generated text. */
  constant(value: unknown): string {
    const known = this.constants.indexOf(value);
    return `k[${known >= 0 ? known : this.constants.push(value) - 1}]`;
  }

  quote(text: string): string {
    return JSON.stringify(text);
  }

  /** A function, or generator function, made of the lines: `k` are the constants, `parameters` its own. */
  function(parameters: string, kind: 'function' | 'function*' = 'function'): unknown {
    const make: unknown = new Function(
      'k',
      `"use strict";\nreturn ${kind} (${parameters}) {\n${this.#lines.join('\n')}\n};`,
    );
    return typeof make === 'function' ? Reflect.apply(make, undefined, [this.constants]) : undefined;
  }
}

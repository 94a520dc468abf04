/** Names that a file imports from files in the same folder. */
export class Imports {
  readonly #names = new Map<string, Set<string>>();

  /** Adds a name of the file `from` (without ending), and returns it. */
  add(from: string, name: string): string {
    const names = this.#names.get(from) ?? new Set();
    this.#names.set(from, names.add(name));
    return name;
  }

  /** Returns one import per file, for the names that `body` uses. */
  textFor(body: string): string {
    const used = new Set(body.match(/[\w$]+/g));
    return [...this.#names]
      .map(([from, names]) => [from, [...names].filter((name) => used.has(name)).sort()] as const)
      .filter(([, names]) => names.length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, names]) => `import type { ${names.join(', ')} } from './${from}.js';\n`)
      .join('');
  }
}

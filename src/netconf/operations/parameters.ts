/** Reads the parameters of an operation: only known ones, each at most once. */

import { elementsOf, RpcError, type XmlElement } from '../../data/index.js';
import { is, trimmedText } from '../../wire/index.js';
import { unknownNamespace } from './unknown-namespace.js';

export class Parameters {
  readonly #found = new Map<string, XmlElement>();
  readonly #all = new Map<string, XmlElement[]>();

  /**
   * @param allowed names in the operation's own namespace; `others` maps further namespaces to the one name allowed in each;
   * `repeated` are names that may occur several times
   * @throws RpcError unknown-element, unknown-namespace, bad-element (given twice)
   */
  constructor(
    private readonly operation: XmlElement,
    allowed: readonly string[],
    others: ReadonlyMap<string, string> = new Map(),
    repeated: ReadonlySet<string> = new Set(),
  ) {
    for (const child of elementsOf(operation)) {
      const known = is(child, operation.namespace, child.name)
        ? allowed.includes(child.name)
        : others.get(child.namespace) === child.name;
      if (!known) throw this.unknown(child, allowed, others);
      if (this.#found.has(child.name) && !repeated.has(child.name))
        throw bad(child.name, `${operation.name} has ${child.name} twice`);
      this.#found.set(child.name, child);
      const same = this.#all.get(child.name);
      if (same) same.push(child);
      else this.#all.set(child.name, [child]);
    }
  }

  get(name: string): XmlElement | undefined {
    return this.#found.get(name);
  }

  /** Returns all elements of a name that may occur several times. */
  all(name: string): readonly XmlElement[] {
    return this.#all.get(name) ?? [];
  }

  /** @throws RpcError missing-element */
  need(name: string): XmlElement {
    const found = this.#found.get(name);
    if (found) return found;
    throw new RpcError({
      type: 'protocol',
      tag: 'missing-element',
      message: `${this.operation.name} needs the parameter ${name}`,
      info: { 'bad-element': name },
    });
  }

  text(name: string): string | undefined {
    const found = this.#found.get(name);
    return found && trimmedText(found);
  }

  /**
   * Returns one of the words of `choices`, or `fallback` when the parameter is absent.
   * @throws RpcError invalid-value naming the words
   */
  choice<T extends string, F extends string = T>(name: string, choices: readonly T[], fallback: F): T | F {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const chosen = choices.find((each) => each === text);
    if (chosen !== undefined) return chosen;
    throw new RpcError({
      type: 'protocol',
      tag: 'invalid-value',
      message: `${name} must be one of ${choices.join(', ')}, not "${text}"`,
      info: { 'bad-element': name },
    });
  }

  private unknown(child: XmlElement, allowed: readonly string[], others: ReadonlyMap<string, string>): RpcError {
    const names = [...allowed, ...others.values()];
    if (child.namespace !== this.operation.namespace && !others.has(child.namespace)) {
      const [elsewhere] = [...others].find(([, name]) => name === child.name) ?? [];
      const expected = elsewhere ?? this.operation.namespace;
      return unknownNamespace(child, { type: 'protocol', where: this.operation.name, expected });
    }
    return new RpcError({
      type: 'protocol',
      tag: 'unknown-element',
      message: `${this.operation.name} has no parameter ${child.name}; it has ${names.length > 0 ? names.join(', ') : 'none'}`,
      info: { 'bad-element': child.name },
    });
  }
}

function bad(element: string, message: string): RpcError {
  return new RpcError({ type: 'protocol', tag: 'bad-element', message, info: { 'bad-element': element } });
}

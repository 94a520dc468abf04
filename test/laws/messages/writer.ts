/** Writes what a message says: any data that the model has for it, with values that clients give. */
import type { DataNode, DataParent, LeafValue, Schema, SchemaNode, Type } from '../../../src/yang/index.js';
import type { Tape } from '../tape.js';
import { valuesOf } from '../values.js';
import { AGENTS, CONTENT, IDENTIFIED, type Known, ODD, POOLS, SPEAKERS, USUAL } from './words.js';

export type Members = Readonly<Record<string, unknown>>;
type Member = readonly [name: string, value: unknown];

const ATTEMPTS = [1, 1, 1, 2, 0];

export class MessageWriter {
  constructor(
    private readonly schema: Schema,
    private readonly tape: Tape,
    private readonly known: Known,
    /** Name of the message. */
    private readonly about: string,
    /** The agent of the user who sends the message. */
    private readonly agent: string,
  ) {}

  members(parent: DataParent): Members {
    return Object.fromEntries(this.#below(parent.children, new Set(parent.kind === 'list' ? parent.keys : [])));
  }

  /** A node with a message of its own: a list has one entry. */
  value(node: DataNode): unknown {
    if (node.kind === 'list') return [this.members(node)];
    return node.kind === 'container' ? this.members(node) : this.tape.pick(CONTENT);
  }

  #below(nodes: readonly SchemaNode[], needed: ReadonlySet<SchemaNode>): Member[] {
    return nodes.flatMap((node): Member[] => {
      switch (node.kind) {
        case 'choice': {
          const first = node.mandatory || this.tape.oneIn(3) ? this.tape.pick(node.cases).children : [];
          return this.#below(first, new Set(first.slice(0, 1)));
        }
        case 'container':
        case 'list':
        case 'leaf':
        case 'leaf-list':
        case 'anydata':
        case 'anyxml':
          return this.#isGiven(node, needed.has(node)) ? [[node.name, this.#value(node)]] : [];
        default:
          return [];
      }
    });
  }

  #isGiven(node: DataNode, needed: boolean): boolean {
    // Without it a request waits as long as the node is set up to.
    if (node.name === 'wait') return true;
    const isMandatory = ('mandatory' in node && node.mandatory) || ('minElements' in node && node.minElements > 0);
    if (needed || isMandatory) return !this.tape.oneIn(64);
    if (USUAL.has(node.name)) return !this.tape.oneIn(12);
    return this.tape.oneIn(6);
  }

  #value(node: DataNode): unknown {
    switch (node.kind) {
      case 'container':
        return this.members(node);
      case 'list': {
        const entries = this.#some(() => this.members(node));
        const keyOf = (entry: Members) => JSON.stringify(node.keys.map(({ name }) => entry[name]));
        return [...new Map(entries.map((entry) => [keyOf(entry), entry])).values()];
      }
      case 'leaf':
        return this.#leaf(node.name, node.type, node.module.name);
      case 'leaf-list':
        return [...new Set(this.#some(() => this.#leaf(node.name, node.type, node.module.name)))];
      default:
        return this.tape.pick(CONTENT);
    }
  }

  #some<T>(make: () => T): T[] {
    return Array.from({ length: 1 + (this.tape.oneIn(4) ? 1 : 0) }, make);
  }

  #leaf(name: string, type: Type, module: string): unknown {
    if (name === 'wait') return 0;
    if (name === 'attempt') return this.tape.pick(ATTEMPTS);
    if (this.tape.oneIn(20)) return this.tape.pick(ODD);
    if (SPEAKERS.has(name)) return this.tape.oneIn(12) ? this.tape.pick(AGENTS) : this.agent;
    const named = name === 'id' ? IDENTIFIED[this.about] : undefined;
    const word = isWordy(type) ? (named ?? POOLS[name]) : undefined;
    if (word) return this.tape.pick(word(this.known));
    const values = valuesOf(type, this.schema, module);
    return values.length === 0 ? this.tape.pick(ODD) : jsonOf(this.tape.pick(values));
  }
}

const isWordy = ({ base }: Type): boolean => base === 'string' || base === 'union' || base === 'leafref';

/** Numbers of 64 bits are texts in JSON (RFC 7951 §6.1). */
function jsonOf(value: LeafValue): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** The parts of an expression, as far as checks ask for them. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { nameOf } from './guarded.js';

export interface Span {
  /** Offsets of characters in the text. */
  readonly start: number;
  readonly end: number;
}

export type Part = Span &
  (
    | { readonly kind: 'value'; readonly value: unknown }
    | { readonly kind: 'name'; readonly name: string }
    /** `of.name`, `of["name"]`; optional as `of.?name`. */
    | {
        readonly kind: 'member';
        readonly of: Part;
        readonly name: string;
        readonly optional: boolean;
        /** Names of a member of a member … of a variable. Absent: it is one of another part, or optional. */
        readonly chain?: readonly [string, ...string[]];
      }
    /** `over.map(variable, …)` and the other macros that go through a list. */
    | {
        readonly kind: 'each';
        readonly macro: string;
        readonly over: Part;
        readonly variable: string;
        readonly bodies: readonly Part[];
      }
    | {
        readonly kind: 'call';
        readonly name: string;
        readonly receiver: Part | undefined;
        readonly parts: readonly Part[];
      }
    /** An operator, an index that is computed, a list or a map. */
    | { readonly kind: 'operation'; readonly name: string; readonly parts: readonly Part[] }
  );

const MACROS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** Returns the parts of a parsed expression. */
export function partOf(node: ASTNode): Part {
  const { start, end } = node;
  const span = { start, end };
  switch (node.op) {
    case 'value':
      return { ...span, kind: 'value', value: node.args };
    case 'id':
      return { ...span, kind: 'name', name: node.args };
    case '.':
    case '.?':
      return { ...span, ...member(partOf(node.args[0]), node.args[1], node.op === '.?') };
    case '[]':
    case '[?]':
      return indexed(node, span);
    case 'call':
      return {
        ...span,
        kind: 'call',
        name: nameOf(node.args[0]),
        receiver: undefined,
        parts: node.args[1].map(partOf),
      };
    case 'rcall':
      return received(node, span);
    case 'list':
      return { ...span, kind: 'operation', name: 'list', parts: node.args.map(partOf) };
    case 'map':
      return { ...span, kind: 'operation', name: 'map', parts: node.args.flat().map(partOf) };
    case '!_':
    case '-_':
      return { ...span, kind: 'operation', name: node.op, parts: [partOf(node.args)] };
    default:
      return { ...span, kind: 'operation', name: node.op, parts: [...node.args].map(partOf) };
  }
}

function member(of: Part, name: string, optional: boolean) {
  const before = optional ? undefined : chainOf(of);
  return { kind: 'member', of, name, optional, ...(before && { chain: [...before, name] as const }) } as const;
}

function indexed(node: Extract<ASTNode, { op: '[]' | '[?]' }>, span: Span): Part {
  const [of, index] = node.args.map(partOf);
  if (!of || !index) throw new TypeError('an index has two parts');
  const optional = node.op === '[?]';
  if (index.kind === 'value' && typeof index.value === 'string')
    return { ...span, ...member(of, index.value, optional) };
  return { ...span, kind: 'operation', name: node.op, parts: [of, index] };
}

function received(node: Extract<ASTNode, { op: 'rcall' }>, span: Span): Part {
  const [name, receiver, parts] = node.args;
  const over = partOf(receiver);
  const [first, ...bodies] = parts.map(partOf);
  if (MACROS.has(name) && first?.kind === 'name')
    return { ...span, kind: 'each', macro: name, over, variable: first.name, bodies };
  return { ...span, kind: 'call', name: nameOf(name), receiver: over, parts: first ? [first, ...bodies] : [] };
}

/** Returns the names of a member of a member … of a variable; undefined for another part. */
export function chainOf(part: Part): readonly [string, ...string[]] | undefined {
  if (part.kind === 'name') return [part.name];
  return part.kind === 'member' ? part.chain : undefined;
}

/** Returns the parts that stand directly in a part. */
export function innerParts(part: Part): readonly Part[] {
  switch (part.kind) {
    case 'member':
      return [part.of];
    case 'each':
      return [part.over, ...part.bodies];
    case 'call':
      return part.receiver ? [part.receiver, ...part.parts] : part.parts;
    case 'operation':
      return part.parts;
    default:
      return [];
  }
}

/** The path of a NACM rule: an instance-identifier whose keys may be left out (RFC 8341 §3.3.5, node-instance-identifier). */
import { parseLexical, ValueFault } from '../../data/index.js';
import {
  type ContainerNode,
  canonical,
  type DataNode,
  type ListNode,
  type Module,
  type Schema,
} from '../../yang/index.js';

/** The value of a key: text in canonical form, or the name of the requesting user (`$USER`). */
export type KeyTest = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'user' };

/** Tests of one step for the keys of its list entry, by key position, or for its leaf-list item, at position 0. */
export interface KeyedStep {
  /** Position of the step in the path. */
  readonly at: number;
  readonly keys: readonly (KeyTest | undefined)[];
}

export interface RulePath {
  /** Qualified names from the top; none for the path `/`, which means all data. */
  readonly names: readonly string[];
  readonly keyed: readonly KeyedStep[];
}

/** The reason why a text is not the path of a rule; shown to the operator that configures it. */
export class RulePathFault extends Error {}

interface RawStep {
  readonly prefix: string | undefined;
  readonly name: string;
  readonly predicates: readonly { readonly name: string; readonly test: KeyTest }[];
}

const STEP = /\s*\/\s*(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)/y;
const PREDICATE =
  /\s*\[\s*(?:(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)|(\.))\s*=\s*(?:'([^']*)'|"([^"]*)"|(\$USER))\s*\]/y;

/**
 * Resolves the text against the models. Prefixes are module names or, when no module has that name, the prefix that one
 * module declares; a name without one belongs to the module of the step before.
 *
 * @throws RulePathFault with the reason
 */
export function parseRulePath(schema: Schema, text: string): RulePath {
  if (text.trim() === '/') return { names: [], keyed: [] };
  const names: string[] = [];
  const keyed: KeyedStep[] = [];
  let parent: ReadonlyMap<string, DataNode> | undefined = schema.root.data;
  let inner: ReadonlyMap<string, unknown>[] = [];
  let module: Module | undefined;
  for (const step of stepsOf(text)) {
    module = step.prefix === undefined ? module : moduleOf(schema, step.prefix);
    if (module === undefined) throw new RulePathFault(`'${text}': '${step.prefix ?? step.name}' names no module`);
    const qname = `${module.name}:${step.name}`;
    const node: DataNode | undefined = parent?.get(qname);
    if (node === undefined && !inner.some((each) => each.has(qname))) {
      throw new RulePathFault(`'${text}': there is no node '${qname}' below '/${names.join('/')}'`);
    }
    const keys = keysOf(schema, text, node, step);
    if (keys) keyed.push({ at: names.length, keys });
    names.push(qname);
    const holds: ContainerNode | ListNode | undefined =
      node?.kind === 'container' || node?.kind === 'list' ? node : undefined;
    parent = holds?.data;
    inner = holds ? [holds.actions, holds.notifications] : [];
  }
  return { names, keyed };
}

function stepsOf(text: string): RawStep[] {
  const steps: RawStep[] = [];
  let at = 0;
  const trimmed = text.trimEnd();
  while (at < trimmed.length) {
    STEP.lastIndex = at;
    const [step, prefix, name] = STEP.exec(trimmed) ?? [];
    if (step === undefined || name === undefined) throw syntaxFault(text, at, "'/' and the name of a node");
    at += step.length;
    const predicates: { name: string; test: KeyTest }[] = [];
    while (/^\s*\[/.test(trimmed.slice(at))) {
      PREDICATE.lastIndex = at;
      const found = PREDICATE.exec(trimmed);
      if (!found) throw syntaxFault(text, at, "a key as [name='value'], [name=$USER] or [.='value']");
      const [predicate, key, , single, double, user] = found;
      const value = single ?? double ?? '';
      predicates.push({ name: key ?? '.', test: user ? { kind: 'user' } : { kind: 'text', text: value } });
      at += predicate.length;
    }
    steps.push({ prefix, name, predicates });
  }
  if (steps.length === 0) throw syntaxFault(text, 0, "'/' and the name of a node");
  return steps;
}

function syntaxFault(text: string, at: number, wanted: string): RulePathFault {
  return new RulePathFault(`'${text}': expected ${wanted} at character ${at + 1}`);
}

function moduleOf(schema: Schema, prefix: string): Module | undefined {
  const named = schema.modules.get(prefix);
  if (named) return named;
  const declared = [...schema.modules.values()].filter((module) => module.prefix === prefix);
  return declared.find((module) => module.conformance === 'implement') ?? declared[0];
}

function keysOf(
  schema: Schema,
  text: string,
  node: DataNode | undefined,
  { name, predicates }: RawStep,
): readonly (KeyTest | undefined)[] | undefined {
  if (predicates.length === 0) return undefined;
  const leaves = node?.kind === 'list' ? node.keys : node?.kind === 'leaf-list' ? [{ name: '.', type: node.type }] : [];
  const known = leaves.map((leaf) => leaf.name);
  const tests = new Map<string, KeyTest>();
  for (const { name: key, test } of predicates) {
    if (!known.includes(key) || tests.has(key)) {
      throw new RulePathFault(
        `'${text}': [${key}=…] is not one key of '${name}'; its keys: ${known.join(', ') || 'none'}`,
      );
    }
    tests.set(key, test);
  }
  return leaves.map((leaf) => {
    const test = tests.get(leaf.name);
    if (test?.kind !== 'text') return test;
    const names = { schema, syntax: 'json' as const, resolve: (prefix: string) => moduleOf(schema, prefix) };
    const value = parseLexical(leaf.type, test.text, names);
    if (value instanceof ValueFault) throw new RulePathFault(`'${text}': ${value.message}`);
    return { kind: 'text', text: canonical(value) };
  });
}

/**
 * The validator of one schema parent as generated JavaScript: straight-line code that asks for each child what its
 * schema node demands and nothing else. Made at first use, kept with the schema node.
 */
import type { DataNode, DataParent, LeafListNode, ListNode, Must } from '../../yang/schema.js';
import { noEntries } from '../entries/index.js';
import { any, container, leaf, leafList, list, NO_CHILDREN } from '../nodes.js';
import type { Children, Data } from '../tree.js';
import { evaluateXPath, toBoolean, type XPathNode } from '../xpath/index.js';
import { Code } from './code.js';
import { caseOf, checkChoice, checkWhens, isRequired } from './conditions.js';
import {
  checksAbsent,
  checksBelow,
  checksPresent,
  choicesOf,
  conditionsOf,
  dependenciesBelow,
  type Mode,
  needsNodes,
} from './facts.js';
import { requiresInstance } from './reference-types.js';
import { checkReference } from './references.js';
import type { Run } from './run.js';
import { checkUnique } from './unique.js';

/**
 * Checks the children of `node`. `before`: what its children were in the valid tree the document was made from,
 * where there is one; parts that are the same object are then not looked at again if that cannot matter.
 */
export type Check = (node: XPathNode, children: Children, before: Children | undefined, run: Run) => void;

/** The same, interrupted between list entries whenever the run's time slice is over. */
export type Steps = (...args: Parameters<Check>) => Generator<undefined, void>;

/** Holds a validator before it is made, so that validators can refer to each other. */
export interface Validator {
  check: Check;
  steps: Steps;
}

const validators: Readonly<Record<Mode, WeakMap<DataParent, Validator>>> = {
  config: new WeakMap(),
  all: new WeakMap(),
};

export function validatorOf(schema: DataParent, mode: Mode): Validator {
  const known = validators[mode].get(schema);
  if (known) return known;
  const validator: Validator = {
    check(node, children, before, run) {
      const made = generate(schema, mode, 'function');
      if (!isCheck(made)) throw new Error(`no validator could be made for '${schema.path}'`);
      validator.check = made;
      made(node, children, before, run);
    },
    steps(node, children, before, run) {
      const made = generate(schema, mode, 'function*');
      if (!isSteps(made)) throw new Error(`no validator could be made for '${schema.path}'`);
      validator.steps = made;
      return made(node, children, before, run);
    },
  };
  validators[mode].set(schema, validator);
  return validator;
}

function isCheck(value: unknown): value is Check {
  return typeof value === 'function';
}

function isSteps(value: unknown): value is Steps {
  return typeof value === 'function';
}

function generate(schema: DataParent, mode: Mode, kind: 'function' | 'function*'): unknown {
  const code = new Code();
  code.line('let c, b;');
  for (const choice of choicesOf(schema.children)) {
    if (mode === 'all' || choice.config)
      code.line(`${code.constant(checkChoice)}(node, children, ${code.constant(choice)}, run);`);
  }
  for (const child of schema.data.values()) {
    new ChildCode(code, child, mode, schema.kind === 'root', kind === 'function*').emit();
  }
  return code.function('node, children, before, run', kind);
}

/** Whether a parent may hold so many entries that checking it takes long. */
function holdsEntries(schema: DataParent): boolean {
  return [...schema.data.values()].some(
    (child) =>
      child.kind === 'list' || child.kind === 'leaf-list' || (child.kind === 'container' && holdsEntries(child)),
  );
}

/** Emits what is to be checked about one data child. In the text `c` is the child, `b` what it was before, `n` its node. */
class ChildCode {
  readonly #name: string;
  readonly #schema: string;
  readonly #whens: readonly unknown[];

  constructor(
    readonly code: Code,
    readonly schema: DataNode,
    readonly mode: Mode,
    readonly atTop: boolean,
    readonly inSteps: boolean,
  ) {
    this.#name = code.quote(schema.qname);
    this.#schema = code.constant(schema);
    this.#whens = conditionsOf(schema);
  }

  emit(): void {
    const present = checksPresent(this.schema, this.mode);
    const absent = checksAbsent(this.schema, this.mode);
    if (!present && !absent) return;
    const { code } = this;
    if (this.atTop) code.line(`if (!run.skip.has(${this.#name})) {`);
    code.line(`c = children.get(${this.#name});`);
    code.line('if (c === undefined) {');
    if (absent) this.#absent();
    code.line('} else {');
    if (present) this.#present();
    code.line('}');
    if (this.atTop) code.line('}');
  }

  #absent(): void {
    const { code, schema } = this;
    const isMandatory = 'mandatory' in schema ? schema.mandatory : 'minElements' in schema && schema.minElements > 0;
    if (isMandatory) {
      const conditional = this.#whens.length > 0 || caseOf(schema) !== undefined;
      const required = conditional
        ? `${code.constant(isRequired)}(node, children, ${code.constant(assumed(schema))}, ${code.constant(this.#whens)}, run)`
        : 'true';
      const report =
        'minElements' in schema ? `run.tooFew(node, ${this.#schema}, 0)` : `run.missing(node, ${this.#schema})`;
      code.line(`if (${required}) ${report};`);
      return;
    }
    // What is in use although it is not there: defaults, and containers without presence.
    code.line(`for (const n of node.children(${this.#name})) {`);
    this.#node();
    if (schema.kind === 'container' && checksBelow(schema, this.mode)) {
      code.line(`${code.constant(validatorOf(schema, this.mode))}.check(n, n.data.children, undefined, run);`);
    }
    code.line('}');
  }

  #present(): void {
    const { code, schema } = this;
    if (this.mode === 'config' && !schema.config) {
      code.line(`run.stateData(node, ${this.#schema});`);
      return;
    }
    const { climb, reads } = dependenciesBelow(schema);
    const inside = climb <= 0 ? code.constant(reads) : undefined;
    code.line(`b = before === undefined ? undefined : before.get(${this.#name});`);
    if (inside) code.line(`if (b !== c || !run.settled(${inside})) {`);
    switch (schema.kind) {
      case 'leaf':
      case 'anydata':
      case 'anyxml':
        code.line(`const n = ${needsNodes(schema) ? 'node.single(c)' : 'run.frame(node, c)'};`);
        this.#conditioned();
        break;
      case 'container':
        code.line(`const n = ${needsNodes(schema) ? 'node.single(c)' : 'run.frame(node, c)'};`);
        this.#conditioned(() => this.#below('c.children', 'b === undefined ? undefined : b.children'));
        break;
      case 'leaf-list':
        this.#counts(schema);
        this.#each(inside);
        break;
      case 'list':
        this.#counts(schema);
        if (schema.unique.length > 0) code.line(`${code.constant(checkUnique)}(node, c, run);`);
        this.#each(inside);
        break;
    }
    if (inside) code.line('}');
  }

  #counts(schema: ListNode | LeafListNode): void {
    const { code } = this;
    if (schema.minElements > 0) {
      code.line(
        `if (c.entries.size < ${Number(schema.minElements)}) run.tooFew(node, ${this.#schema}, c.entries.size);`,
      );
    }
    if (schema.maxElements !== undefined) {
      code.line(
        `if (c.entries.size > ${Number(schema.maxElements)}) run.tooMany(node, ${this.#schema}, c.entries.size);`,
      );
    }
  }

  /** Entries and items, all or (where the others are settled) the changed ones. */
  #each(inside: string | undefined): void {
    const { code, schema } = this;
    const below = schema.kind === 'list' && checksBelow(schema, this.mode);
    const own =
      schema.musts.length > 0 || this.#whens.length > 0 || ('type' in schema && requiresInstance(schema.type));
    if (!below && !own) return;
    const entries = inside ? `run.entries(c.entries, b === undefined ? undefined : b.entries, ${inside})` : 'c.entries';
    code.line('const old = b === undefined ? undefined : b.entries;');
    code.line(`for (const e of ${entries}) {`);
    code.line('if (run.isFull) break;');
    if (this.inSteps) code.line('if (run.isDue()) yield;');
    code.line(`const n = ${needsNodes(schema) ? 'node.adopt(e)' : 'run.frame(node, e)'};`);
    this.#conditioned(() => {
      code.line('const o = old === undefined ? undefined : old.get(e.key);');
      this.#below('e.children', 'o === undefined ? undefined : o.children');
    });
    code.line('}');
  }

  /** What holds of the node `n` itself and, where its conditions hold, what `more` emits. */
  #conditioned(more?: () => void): void {
    const { code } = this;
    if (this.#whens.length > 0) {
      code.line(`if (${code.constant(checkWhens)}(n, ${this.#schema}, ${code.constant(this.#whens)}, run)) {`);
    }
    this.#node();
    if (more && 'data' in this.schema && checksBelow(this.schema, this.mode)) more();
    if (this.#whens.length > 0) code.line('}');
  }

  /** musts and references of the node `n`. */
  #node(): void {
    const { code, schema } = this;
    for (const must of schema.musts) code.line(`${code.constant(checkMust)}(n, ${code.constant(must)}, run);`);
    if ('type' in schema && requiresInstance(schema.type)) {
      code.line(`${code.constant(checkReference)}(n, ${this.#schema}, run);`);
    }
  }

  #below(children: string, before: string): void {
    const { code, schema } = this;
    if (schema.kind !== 'container' && schema.kind !== 'list') return;
    const call = this.inSteps && holdsEntries(schema) ? ['yield* ', 'steps'] : ['', 'check'];
    const validator = code.constant(validatorOf(schema, this.mode));
    code.line(`${call[0]}${validator}.${call[1]}(n, ${children}, ${before}, run);`);
  }
}

function checkMust(node: XPathNode, must: Must, run: Run): void {
  if (!toBoolean(evaluateXPath(must.xpath, node))) run.must(node, must);
}

/** A stand-in for a node that is not there, as the context node of its conditions. */
function assumed(schema: DataNode): Data {
  switch (schema.kind) {
    case 'container':
      return container(schema, NO_CHILDREN);
    case 'list':
      return list(schema, noEntries(schema));
    case 'leaf':
      return leaf(schema, '');
    case 'leaf-list':
      return leafList(schema, noEntries(schema));
    case 'anydata':
    case 'anyxml':
      return any(schema, { form: 'json', value: null });
  }
}

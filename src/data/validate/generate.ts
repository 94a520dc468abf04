/**
 * The validator of one schema parent as generated JavaScript: straight-line code with only the checks that the schema
 * requires of each child. Generated on first use and kept with the schema node.
 */
import type { DataNode, DataParent, LeafListNode, ListNode, Must } from '../../yang/schema.js';
import type { Children } from '../tree.js';
import { assumed, type XPathNode } from '../xpath/index.js';
import { Code } from './code.js';
import { caseOf, checkChoice, checkWhens, holds, isRequired } from './conditions.js';
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
import { checkReference, gathering, mayGather } from './references.js';
import type { Run } from './run.js';
import { checkUnique, uniqueSteps } from './unique.js';

/**
 * Checks the children of `node`. `before`: its children in the valid tree that the document was made from, if any.
 * Unchanged parts (the same object) are skipped when they cannot have become invalid.
 */
export type Check = (node: XPathNode, children: Children, before: Children | undefined, run: Run) => void;

/** Runs the same checks, with a pause between list entries when the run's time slice has ended. */
export type Steps = (...args: Parameters<Check>) => Generator<undefined, void>;

/** Holds a validator before it is generated, so that validators can refer to each other. */
export interface Validator {
  check: Check;
  steps: Steps;
}

type Validators = Readonly<Record<Mode, WeakMap<DataParent, Validator>>>;

const validators: Validators = { config: new WeakMap(), all: new WeakMap() };
/** Validators for parents of which a document holds only a part. */
const partial: Validators = { config: new WeakMap(), all: new WeakMap() };

/** Returns the validator of a parent. `skips`: its own children may be skipped, as `run.skip` tells. Default: only at the root. */
export function validatorOf(schema: DataParent, mode: Mode, skips = schema.kind === 'root'): Validator {
  const made = skips && schema.kind !== 'root' ? partial[mode] : validators[mode];
  const known = made.get(schema);
  if (known) return known;
  const validator: Validator = {
    check(node, children, before, run) {
      const check = generate(schema, mode, skips, 'function');
      if (!isCheck(check)) throw new Error(`no validator could be made for '${schema.path}'`);
      validator.check = check;
      check(node, children, before, run);
    },
    steps(node, children, before, run) {
      const steps = generate(schema, mode, skips, 'function*');
      if (!isSteps(steps)) throw new Error(`no validator could be made for '${schema.path}'`);
      validator.steps = steps;
      return steps(node, children, before, run);
    },
  };
  made.set(schema, validator);
  return validator;
}

function isCheck(value: unknown): value is Check {
  return typeof value === 'function';
}

/** True for a parent that is a whole document: its own constraints are checked with its children. */
function standsAlone({ kind }: DataParent): boolean {
  return kind === 'input' || kind === 'output' || kind === 'notification' || kind === 'structure';
}

function isSteps(value: unknown): value is Steps {
  return typeof value === 'function';
}

function generate(schema: DataParent, mode: Mode, skips: boolean, kind: 'function' | 'function*'): unknown {
  const code = new Code();
  code.line('let c, b;');
  // The musts of an rpc, action or notification; those of data nodes are checked with the node.
  for (const must of standsAlone(schema) ? schema.musts : [])
    code.line(`${code.constant(checkMust)}(node, ${code.constant(must)}, run);`);
  for (const choice of choicesOf(schema.children)) {
    if (mode === 'all' || choice.config)
      code.line(`${code.constant(checkChoice)}(node, children, ${code.constant(choice)}, run);`);
  }
  for (const child of schema.data.values()) {
    new ChildCode(code, child, mode, skips, kind === 'function*').emit();
  }
  return code.function('node, children, before, run', kind);
}

/** True when the checks below a parent may take long: it may hold many entries, or values that are searched among many. */
function mayTakeLong(schema: DataParent): boolean {
  return [...schema.data.values()].some((child) => {
    switch (child.kind) {
      case 'list':
      case 'leaf-list':
        return true;
      case 'container':
        return mayTakeLong(child);
      case 'leaf':
        return mayGather(child);
      default:
        return false;
    }
  });
}

/** Emits the checks of one data child. In the code `c` is the child, `b` its former value, `n` its node. */
class ChildCode {
  readonly #name: string;
  readonly #schema: string;
  readonly #whens: readonly unknown[];

  constructor(
    readonly code: Code,
    readonly schema: DataNode,
    readonly mode: Mode,
    readonly skips: boolean,
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
    if (this.skips) code.line(`if (!run.skip.has(${this.#name})) {`);
    code.line(`c = children.get(${this.#name});`);
    code.line('if (c === undefined) {');
    if (absent) this.#absent();
    code.line('} else {');
    if (present) this.#present();
    code.line('}');
    if (this.skips) code.line('}');
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
    // Nodes in use without being stored: defaults and non-presence containers.
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
    const { climb, reads } = dependenciesBelow(schema, this.mode);
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
        if (schema.unique.length > 0) this.#unique();
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

  #unique(): void {
    const { code } = this;
    if (this.inSteps) code.line(`yield* ${code.constant(uniqueSteps)}(node, c, b, run);`);
    else code.line(`${code.constant(checkUnique)}(node, c, b, run);`);
  }

  /** Checks all entries and items, or only the changed ones when the others cannot have become invalid. */
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

  /** Emits the checks of the node `n` itself and, when its conditions hold, the checks of `more`. */
  #conditioned(more?: () => void): void {
    const { code } = this;
    if (this.#whens.length > 0) {
      code.line(`if (${code.constant(checkWhens)}(n, ${this.#schema}, ${code.constant(this.#whens)}, run)) {`);
    }
    this.#node();
    if (more && 'data' in this.schema && checksBelow(this.schema, this.mode)) more();
    if (this.#whens.length > 0) code.line('}');
  }

  /** Emits the musts and references of the node `n`. */
  #node(): void {
    const { code, schema } = this;
    for (const must of schema.musts) code.line(`${code.constant(checkMust)}(n, ${code.constant(must)}, run);`);
    if ('type' in schema && requiresInstance(schema.type)) {
      if (this.inSteps && mayGather(schema)) {
        code.line(`{ const g = ${code.constant(gathering)}(n, ${this.#schema}, run); if (g !== undefined) yield* g; }`);
      }
      code.line(`${code.constant(checkReference)}(n, ${this.#schema}, run);`);
    }
  }

  #below(children: string, before: string): void {
    const { code, schema } = this;
    if (schema.kind !== 'container' && schema.kind !== 'list') return;
    const call = this.inSteps && mayTakeLong(schema) ? ['yield* ', 'steps'] : ['', 'check'];
    const validator = code.constant(validatorOf(schema, this.mode));
    code.line(`${call[0]}${validator}.${call[1]}(n, ${children}, ${before}, run);`);
  }
}

function checkMust(node: XPathNode, must: Must, run: Run): void {
  if (!holds(must.xpath, node, node.data.schema, run)) run.must(node, must);
}

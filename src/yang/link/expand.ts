/** Expands statements to drafts: data definitions, operations, notifications, and `uses` with its grouping. */
import { type Diagnostics, Fault } from '../errors.js';
import { argumentOf, child, childrenOf, type Statement } from '../text/statement.js';
import { adopt, createDraft, type Draft, type DraftKind, describeDraft, NODE_KINDS, readProperties } from './draft.js';
import type { Features } from './features.js';
import { applyRefine } from './refine.js';
import { deadEndFault, isDeadEnd, pathSteps, walk } from './schema-node-id.js';
import { lookUp, scopeIn } from './scope.js';
import type { Scope, SourceModule } from './unit.js';

/** Bound of nodes: groupings that use each other repeatedly may grow exponentially. */
const MAX_NODES = 500_000;
const MAX_DEPTH = 250;

/** Kinds that an operation or notification must not contain at any level (RFC 7950 §7.15, §7.16). */
const OPERATION_KINDS: ReadonlySet<string> = new Set(['action', 'notification', 'rpc']);

export class Expander {
  #nodes = 0;
  /** The groupings being expanded, to detect circles. */
  readonly #open: Statement[] = [];

  constructor(
    private readonly features: Features,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** Adds all nodes that the sub-statements of `holder` define to `parent`, in order. */
  expandInto(parent: Draft, holder: Statement, scope: Scope, module: SourceModule): void {
    for (const statement of holder.statements) {
      if (statement.keyword === 'uses') this.diagnostics.attempt(() => this.#uses(parent, statement, scope, module));
      else if (isNodeKind(statement.keyword)) {
        const kind = statement.keyword;
        this.diagnostics.attempt(() => this.#node(parent, kind, statement, scope, module));
      }
    }
  }

  /** Expands an augment: its children with their whens and conditions, not yet added to the target. */
  expandAugment(target: Draft, augment: Statement, scope: Scope, module: SourceModule): Draft {
    const holder = createDraft(target.kind, target.name, augment, scope, module, target.parent);
    this.expandInto(holder, augment, scopeIn(augment, scope), module);
    this.#condition(holder.children, augment, scope);
    return holder;
  }

  #node(parent: Draft, kind: DraftKind, statement: Statement, scope: Scope, module: SourceModule): void {
    this.#count(statement);
    const holder =
      kind !== 'case' && parent.kind === 'choice' ? this.#implicitCase(parent, statement, scope, module) : parent;
    checkPlace(holder, kind, statement);
    const draft = createDraft(kind, statement.argument ?? kind, statement, scope, module, undefined);
    readProperties(draft, statement, scope);
    draft.disabled = !(this.diagnostics.attempt(() => this.features.hold(statement, scope)) ?? true);
    adopt(holder, draft, statement.location);
    const inside = scopeIn(statement, scope);
    this.expandInto(draft, statement, inside, module);
    if (kind === 'rpc' || kind === 'action') completeOperation(draft, inside);
  }

  /** Ends the compilation at once when groupings grow beyond the bound. */
  #count(statement: Statement): void {
    if (++this.#nodes <= MAX_NODES) return;
    this.diagnostics.add(statement.location, `the schema has more than ${MAX_NODES} nodes and uses of groupings`);
    this.diagnostics.throwIfAny();
  }

  /** Adds the implicit case of RFC 7950 §7.9.2, named like the node inside the choice. */
  #implicitCase(choice: Draft, statement: Statement, scope: Scope, module: SourceModule): Draft {
    const draft = createDraft('case', argumentOf(statement), statement, scope, module, undefined);
    adopt(choice, draft, statement.location);
    return draft;
  }

  #uses(parent: Draft, uses: Statement, scope: Scope, module: SourceModule): void {
    // Uses count too: groupings may multiply without containing a node.
    this.#count(uses);
    const grouping = lookUp('grouping', argumentOf(uses), scope, uses.location);
    if (this.#open.includes(grouping.statement)) {
      const chain = [...this.#open.slice(this.#open.indexOf(grouping.statement)), grouping.statement];
      throw new Fault(uses.location, `groupings use each other in a circle: ${chain.map(argumentOf).join(' -> ')}`);
    }
    if (this.#open.length >= MAX_DEPTH)
      throw new Fault(uses.location, `groupings use each other deeper than ${MAX_DEPTH}`);
    const holder = createDraft(parent.kind, parent.name, uses, scope, module, parent.parent);
    this.#open.push(grouping.statement);
    try {
      this.expandInto(holder, grouping.statement, scopeIn(grouping.statement, grouping.scope), module);
    } finally {
      this.#open.pop();
    }
    for (const refine of childrenOf(uses, 'refine')) {
      this.diagnostics.attempt(() => applyRefine(holder, refine, scope, module, this.features));
    }
    for (const augment of childrenOf(uses, 'augment')) {
      this.diagnostics.attempt(() => this.#augmentOfUses(holder, augment, scope, module));
    }
    this.#condition(holder.children, uses, scope);
    for (const draft of holder.children) adopt(parent, draft, uses.location);
  }

  #augmentOfUses(holder: Draft, augment: Statement, scope: Scope, module: SourceModule): void {
    const path = argumentOf(augment);
    const { location } = augment;
    if (path.startsWith('/'))
      throw new Fault(location, `the augment of a uses takes a path below it, without '/' in front, not '${path}'`);
    const target = walk(holder, pathSteps(path, scope, module, location), scope, module);
    if (isDeadEnd(target)) throw deadEndFault('augment target', path, target, location);
    attach(target, this.expandAugment(target, augment, scope, module).children, augment);
  }

  /** Applies the `when`, `if-feature` and `status` of a uses or augment to the nodes that it adds. */
  #condition(children: readonly Draft[], statement: Statement, scope: Scope): void {
    const whens = childrenOf(statement, 'when').map((when) => ({ statement: when, scope, onParent: true }));
    const holds = this.diagnostics.attempt(() => this.features.hold(statement, scope)) ?? true;
    const status = child(statement, 'status');
    for (const draft of children) {
      draft.whens.push(...whens);
      if (!holds) draft.disabled = true;
      if (status && !draft.properties.has('status')) draft.inheritedStatus ??= { statement: status, scope };
    }
  }
}

/**
 * Adds the nodes of an augment to its target, which must accept them (RFC 7950 §7.17). Their positions were already checked
 * when they were made, with the target as parent.
 */
export function attach(target: Draft, children: readonly Draft[], augment: Statement): void {
  const allowed = HOLDS.get(target.kind);
  if (!allowed)
    throw new Fault(augment.location, `${describeDraft(target)} cannot be augmented: it holds no nodes itself`);
  for (const draft of children) {
    if (!allowed.has(draft.kind)) {
      throw new Fault(draft.statement.location, `${draft.kind} '${draft.name}' cannot be added to a ${target.kind}`);
    }
    adopt(target, draft, augment.location);
  }
}

const DATA_KINDS = ['container', 'list', 'leaf', 'leaf-list', 'anydata', 'anyxml', 'choice'];
const HOLDS: ReadonlyMap<DraftKind, ReadonlySet<string>> = new Map<DraftKind, ReadonlySet<string>>([
  ['container', new Set([...DATA_KINDS, 'action', 'notification'])],
  ['list', new Set([...DATA_KINDS, 'action', 'notification'])],
  ['choice', new Set(['case'])],
  ['case', new Set(DATA_KINDS)],
  ['input', new Set(DATA_KINDS)],
  ['output', new Set(DATA_KINDS)],
  ['notification', new Set(DATA_KINDS)],
  ['structure', new Set(DATA_KINDS)],
]);

function isNodeKind(keyword: string): keyword is DraftKind {
  return NODE_KINDS.has(keyword);
}

/** Adds the missing input and output: every operation has both (RFC 7950 §7.14). */
function completeOperation(operation: Draft, scope: Scope): void {
  for (const kind of ['input', 'output'] as const) {
    if (operation.children.some((c) => c.kind === kind)) continue;
    const { statement, module } = operation;
    adopt(operation, createDraft(kind, kind, statement, scope, module, operation), statement.location);
  }
}

/** Places where a grouping or an implicit case must not add actions and notifications (RFC 7950 §7.15, §7.16). */
const NOT_IN: ReadonlyMap<DraftKind, ReadonlySet<DraftKind>> = new Map<DraftKind, ReadonlySet<DraftKind>>([
  ['action', new Set<DraftKind>(['case', 'root'])],
  ['notification', new Set<DraftKind>(['case'])],
]);

function checkPlace(parent: Draft, kind: DraftKind, statement: Statement): void {
  let depth = 0;
  const operational = kind === 'action' || kind === 'notification';
  if (operational && NOT_IN.get(kind)?.has(parent.kind)) {
    const place = parent.kind === 'case' ? 'in a case' : 'at the top level of a module';
    throw new Fault(statement.location, `${kind} '${statement.argument}' is not allowed ${place}`);
  }
  for (let d: Draft | undefined = parent; d; d = d.parent) {
    if (++depth > MAX_DEPTH) throw new Fault(statement.location, `the schema nests deeper than ${MAX_DEPTH}`);
    if (operational && OPERATION_KINDS.has(d.kind))
      throw new Fault(
        statement.location,
        `${kind} '${statement.argument}' is not allowed inside ${d.kind} '${d.name}'`,
      );
  }
}

/** Builds schema nodes from drafts. Leafref targets, defaults, keys and uniques need the whole tree and are completed later. */
import { type Diagnostics, Fault } from '../errors.js';
import type {
  CaseNode,
  ChoiceNode,
  ExtensionUse,
  LeafListNode,
  LeafNode,
  ListNode,
  Module,
  Must,
  NotificationNode,
  OperationNode,
  SchemaNode,
  When,
} from '../schema.js';
import { childArgument } from '../text/statement.js';
import type { XPath } from '../xpath/index.js';
import { dataOf, reportDuplicate } from './data-children.js';
import { configOf, type Draft, propertiesOf, property, propertyArgument } from './draft.js';
import { checkMountPointBrought } from './mount-points.js';
import {
  type Base,
  BuiltAnyNode,
  BuiltCase,
  BuiltChoiceNode,
  BuiltContainer,
  BuiltLeafListNode,
  BuiltLeafNode,
  BuiltListNode,
  BuiltNotification,
  BuiltOperation,
  type BuiltParent,
  BuiltPart,
  BuiltStructure,
  type Elements,
} from './nodes.js';
import { moduleOfPrefix, splitReference } from './scope.js';
import { toStatus } from './status.js';
import type { CompiledType, TypeCompiler } from './types/type-compiler.js';
import type { Property, SourceModule } from './unit.js';
import { xpathOf } from './xpaths.js';

/** A leaf or leaf-list whose type may hold leafrefs and whose defaults are still text. */
export interface BuiltLeaf {
  readonly node: BuiltLeafNode | BuiltLeafListNode;
  readonly draft: Draft;
  readonly compiled: CompiledType;
}

export interface BuiltList {
  readonly node: BuiltListNode;
  readonly draft: Draft;
}

export interface BuiltChoice {
  readonly node: BuiltChoiceNode;
  readonly draft: Draft;
}

/** Properties that a node inherits from its parent. */
type Above = Pick<SchemaNode, 'kind' | 'module' | 'path' | 'status' | 'config'>;

/** Builds schema nodes, and collects those that are completed when the whole tree exists. */
export class Builder {
  readonly leafs: BuiltLeaf[] = [];
  readonly lists: BuiltList[] = [];
  readonly choices: BuiltChoice[] = [];

  constructor(
    private readonly modules: ReadonlyMap<string, Module>,
    private readonly types: TypeCompiler,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** Builds the children of a draft into an existing parent. */
  buildChildren(drafts: readonly Draft[], parent: SchemaNode, into: SchemaNode[]): void {
    for (const draft of drafts) {
      if (draft.disabled) continue;
      const node = this.diagnostics.attempt(() => this.build(draft, parent));
      if (node) into.push(node);
    }
  }

  /** Builds one node with its descendants. */
  build(draft: Draft, parent: SchemaNode | undefined): SchemaNode {
    const base = this.#base(draft, parent);
    switch (draft.kind) {
      case 'container':
        return this.#fill(new BuiltContainer(base, property(draft, 'presence') !== undefined), draft);
      case 'list':
        return this.#list(draft, base);
      case 'leaf':
        return this.#leaf(draft, base);
      case 'leaf-list':
        return this.#leafList(draft, base);
      case 'anydata':
      case 'anyxml':
        return new BuiltAnyNode(base, draft.kind, propertyArgument(draft, 'mandatory') === 'true');
      case 'choice':
        return this.#choice(draft, base);
      case 'case':
        return this.#fill(new BuiltCase(base), draft);
      case 'input':
      case 'output':
        return this.#fill(new BuiltPart(base, draft.kind), draft);
      case 'notification':
        return this.#fill(new BuiltNotification(base), draft);
      case 'structure':
        return this.#fill(new BuiltStructure(base), draft);
      case 'rpc':
      case 'action':
        return this.#operation(draft, draft.kind, base);
      case 'root':
        throw new Fault(draft.statement.location, 'a module cannot stand inside another node');
      default:
        return draft.kind satisfies never;
    }
  }

  /**
   * @param above the node that properties are inherited from: the parent, or, for an operation's input and output, the
   * operation
   */
  #base(draft: Draft, parent: SchemaNode | undefined, above: Above | undefined = parent): Base {
    const module = this.#module(draft.module);
    const onPath = above?.kind === 'root' ? undefined : above;
    const step = onPath && onPath.module === module ? draft.name : `${module.name}:${draft.name}`;
    const location = draft.statement.location;
    const config = configOf(draft);
    if (config && above && !above.config) {
      const own = property(draft, 'config')?.statement.location ?? location;
      this.diagnostics.add(
        own,
        `${draft.kind} '${draft.name}' cannot be 'config true' below '${above.path}', which is 'config false'`,
      );
    }
    return {
      name: draft.name,
      module,
      qname: `${module.name}:${draft.name}`,
      parent,
      config,
      status:
        toStatus(propertyArgument(draft, 'status') ?? draft.inheritedStatus?.statement.argument) ??
        above?.status ??
        'current',
      description: propertyArgument(draft, 'description'),
      reference: propertyArgument(draft, 'reference'),
      whens: each(draft.whens, (w) => this.#when(w, draft)),
      musts: each(propertiesOf(draft, 'must'), (m) => this.#must(m, draft)),
      extensions: each(propertiesOf(draft, 'extension'), (e) => this.#extension(e, draft)),
      location,
      path: `${onPath?.path ?? ''}/${step}`,
    };
  }

  #module(source: SourceModule): Module {
    const module = this.modules.get(source.name);
    if (!module) throw new Error(`module ${source.name} is not part of the schema`);
    return module;
  }

  #xpath(property: Property, draft: Draft): XPath | undefined {
    return this.diagnostics.attempt(() => xpathOf(property, draft.module.name));
  }

  #when(when: Property & { readonly onParent: boolean }, draft: Draft): When[] {
    const xpath = this.#xpath(when, draft);
    return xpath ? [{ xpath, text: xpath.text, onParent: when.onParent, location: when.statement.location }] : [];
  }

  #must(must: Property, draft: Draft): Must[] {
    const xpath = this.#xpath(must, draft);
    if (!xpath) return [];
    const { statement } = must;
    return [
      {
        xpath,
        text: xpath.text,
        errorMessage: childArgument(statement, 'error-message'),
        errorAppTag: childArgument(statement, 'error-app-tag'),
        location: statement.location,
      },
    ];
  }

  #extension({ statement, scope }: Property, draft: Draft): ExtensionUse[] {
    const { prefix, name } = splitReference(statement.keyword);
    const use = this.diagnostics.attempt(() => {
      const module = moduleOfPrefix(scope.unit, prefix, statement.location);
      const found = { module: module.name, name, argument: statement.argument };
      checkMountPointBrought(found, statement, draft.module);
      return found;
    });
    return use ? [use] : [];
  }

  /** Adds the children and indexes them by name. */
  #fill<T extends SchemaNode & BuiltParent>(node: T, draft: Draft): T {
    const all: SchemaNode[] = [];
    this.buildChildren(draft.children, node, all);
    const children = all.filter((c) => c.kind !== 'action' && c.kind !== 'notification');
    if (children.length > 0) {
      node.children = children;
      node.data = dataOf(children, this.diagnostics);
    }
    if (children.length < all.length && (node.kind === 'container' || node.kind === 'list'))
      this.#operations(node, all);
    return node;
  }

  #operations(node: BuiltContainer | BuiltListNode, all: readonly SchemaNode[]): void {
    const actions = new Map<string, OperationNode>();
    const notifications = new Map<string, NotificationNode>();
    for (const child of all) {
      if (child.kind === 'action') actions.set(child.qname, child);
      else if (child.kind === 'notification') notifications.set(child.qname, child);
      else continue;
      if (node.data.has(child.qname)) reportDuplicate(child, this.diagnostics);
    }
    node.actions = actions;
    node.notifications = notifications;
  }

  #list(draft: Draft, base: Base): ListNode {
    const node = new BuiltListNode(base, this.#elements(draft));
    this.lists.push({ node, draft });
    return this.#fill(node, draft);
  }

  #leaf(draft: Draft, base: Base): LeafNode {
    const compiled = this.#type(draft);
    const mandatory = propertyArgument(draft, 'mandatory') === 'true';
    const node = new BuiltLeafNode(base, compiled.type, mandatory, unitsOf(draft, compiled));
    this.leafs.push({ node, draft, compiled });
    return node;
  }

  #leafList(draft: Draft, base: Base): LeafListNode {
    const compiled = this.#type(draft);
    const node = new BuiltLeafListNode(base, compiled.type, this.#elements(draft), unitsOf(draft, compiled));
    this.leafs.push({ node, draft, compiled });
    return node;
  }

  #type(draft: Draft): CompiledType {
    const type = property(draft, 'type');
    if (!type) throw new Fault(draft.statement.location, `${draft.kind} '${draft.name}' needs a type statement`);
    return this.types.compile(type.statement, type.scope, draft.module);
  }

  #elements(draft: Draft): Elements {
    const max = propertyArgument(draft, 'max-elements');
    const minElements = Number(propertyArgument(draft, 'min-elements') ?? '0');
    const maxElements = max === undefined || max === 'unbounded' ? undefined : Number(max);
    if (maxElements !== undefined && minElements > maxElements) {
      this.diagnostics.add(
        draft.statement.location,
        `${draft.kind} '${draft.name}' has min-elements ${minElements} above max-elements ${maxElements}`,
      );
    }
    return {
      minElements,
      maxElements,
      orderedBy: propertyArgument(draft, 'ordered-by') === 'user' ? 'user' : 'system',
    };
  }

  #choice(draft: Draft, base: Base): ChoiceNode {
    const node = new BuiltChoiceNode(base, propertyArgument(draft, 'mandatory') === 'true');
    const children: SchemaNode[] = [];
    this.buildChildren(draft.children, node, children);
    node.cases = children.filter((c): c is CaseNode => c.kind === 'case');
    this.choices.push({ node, draft });
    return node;
  }

  #operation(draft: Draft, kind: 'rpc' | 'action', base: Base): OperationNode {
    const above: Above = { ...base, kind };
    const input = this.#part(draft, 'input', above);
    const output = this.#part(draft, 'output', above);
    const node = new BuiltOperation(base, kind, input.node, output.node);
    for (const part of [input, output]) {
      part.node.parent = node;
      this.#fill(part.node, part.draft);
    }
    return node;
  }

  #part(operation: Draft, kind: 'input' | 'output', above: Above): { node: BuiltPart; draft: Draft } {
    const draft = operation.children.find((c) => c.kind === kind);
    if (!draft) throw new Fault(operation.statement.location, `${operation.kind} '${operation.name}' has no ${kind}`);
    return { node: new BuiltPart(this.#base(draft, undefined, above), kind), draft };
  }
}

function unitsOf(draft: Draft, { units }: CompiledType): string | undefined {
  return propertyArgument(draft, 'units') ?? units?.statement.argument;
}

const NOTHING: readonly never[] = [];

/** Returns one shared empty array for nodes without such properties: most nodes have none. */
function each<P, T>(properties: readonly P[], read: (property: P) => readonly T[]): readonly T[] {
  return properties.length === 0 ? NOTHING : properties.flatMap(read);
}

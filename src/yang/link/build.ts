/** Drafts to schema nodes. Leafref targets, defaults, keys and uniques need the whole tree and are completed afterwards. */
import { type Diagnostics, Fault, messageOf } from '../errors.js';
import type {
  AnyNode,
  CaseNode,
  ChoiceNode,
  ContainerNode,
  DataNode,
  ExtensionUse,
  LeafListNode,
  LeafNode,
  ListNode,
  Module,
  Must,
  NotificationNode,
  OperationNode,
  OperationPartNode,
  SchemaNode,
  StructureNode,
  When,
} from '../schema.js';
import { argumentOf, childArgument } from '../text/statement.js';
import { parseXPath, type XPath } from '../xpath/index.js';
import { dataOf, reportDuplicate } from './data-children.js';
import { configOf, type Draft, propertiesOf, property, propertyArgument } from './draft.js';
import { moduleOfPrefix, prefixNames, splitReference } from './scope.js';
import { toStatus } from './status.js';
import type { CompiledType, TypeCompiler } from './types/type-compiler.js';
import type { Property, SourceModule } from './unit.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A leaf or leaf-list whose type may hold leafrefs and whose defaults are still text. */
export interface BuiltLeaf {
  readonly node: Mutable<LeafNode> | (Mutable<LeafListNode> & { readonly kind: 'leaf-list' });
  readonly draft: Draft;
  readonly compiled: CompiledType;
}

export interface BuiltList {
  readonly node: Mutable<ListNode>;
  readonly draft: Draft;
}

export interface BuiltChoice {
  readonly node: Mutable<ChoiceNode>;
  readonly draft: Draft;
}

/** What all nodes have. */
type Base = Pick<
  ContainerNode,
  | 'name'
  | 'module'
  | 'qname'
  | 'parent'
  | 'config'
  | 'status'
  | 'description'
  | 'reference'
  | 'whens'
  | 'musts'
  | 'extensions'
  | 'location'
  | 'path'
>;

/** What a node inherits from its parent. */
type Above = Pick<SchemaNode, 'kind' | 'module' | 'path' | 'status' | 'config'>;

/** What makes schema nodes, and remembers those that are completed once the tree stands. */
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

  /** Builds one node with all below it. */
  build(draft: Draft, parent: SchemaNode | undefined): SchemaNode {
    const base = this.#base(draft, parent);
    switch (draft.kind) {
      case 'container': {
        const node: Mutable<ContainerNode> = {
          ...base,
          kind: 'container',
          children: [],
          data: new Map(),
          presence: property(draft, 'presence') !== undefined,
          actions: new Map(),
          notifications: new Map(),
        };
        return this.#fill(node, draft);
      }
      case 'list':
        return this.#list(draft, base);
      case 'leaf':
        return this.#leaf(draft, base);
      case 'leaf-list':
        return this.#leafList(draft, base);
      case 'anydata':
      case 'anyxml': {
        const node: AnyNode = { ...base, kind: draft.kind, mandatory: propertyArgument(draft, 'mandatory') === 'true' };
        return node;
      }
      case 'choice':
        return this.#choice(draft, base);
      case 'case':
      case 'input':
      case 'output':
      case 'notification':
      case 'structure': {
        const node: Mutable<CaseNode | OperationPartNode | NotificationNode | StructureNode> = {
          ...base,
          kind: draft.kind,
          children: [],
          data: new Map(),
        };
        return this.#fill(node, draft);
      }
      case 'rpc':
      case 'action':
        return this.#operation(draft, draft.kind, base);
      case 'root':
        throw new Fault(draft.statement.location, 'a module cannot stand inside another node');
      default:
        return draft.kind satisfies never;
    }
  }

  /** `above` is what the node inherits from: its parent, of which an operation's input and output need no more yet. */
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
      whens: draft.whens.flatMap((w) => this.#when(w, draft)),
      musts: propertiesOf(draft, 'must').flatMap((m) => this.#must(m, draft)),
      extensions: propertiesOf(draft, 'extension').flatMap((e) => this.#extension(e)),
      location,
      path: `${onPath?.path ?? ''}/${step}`,
    };
  }

  #module(source: SourceModule): Module {
    const module = this.modules.get(source.name);
    if (!module) throw new Error(`module ${source.name} is not part of the schema`);
    return module;
  }

  #xpath(p: Property, draft: Draft): XPath | undefined {
    const text = argumentOf(p.statement);
    const { location, keyword } = p.statement;
    return this.diagnostics.attempt(() => {
      try {
        return parseXPath(text, { module: draft.module.name, prefixes: prefixNames(p.scope.unit) });
      } catch (error) {
        throw new Fault(location, `${keyword} '${text.replace(/\s+/g, ' ')}': ${messageOf(error)}`);
      }
    });
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

  #extension({ statement, scope }: Property): ExtensionUse[] {
    const { prefix, name } = splitReference(statement.keyword);
    const module = this.diagnostics.attempt(() => moduleOfPrefix(scope.unit, prefix, statement.location));
    return module ? [{ module: module.name, name, argument: statement.argument }] : [];
  }

  /** Adds the children and sorts them into the maps by which they are found. */
  #fill<T extends { children: readonly SchemaNode[]; data: ReadonlyMap<string, DataNode> }>(
    node: T & SchemaNode,
    draft: Draft,
  ): T & SchemaNode {
    const all: SchemaNode[] = [];
    this.buildChildren(draft.children, node, all);
    const actions = new Map<string, OperationNode>();
    const notifications = new Map<string, NotificationNode>();
    for (const child of all) {
      if (child.kind === 'action') actions.set(child.qname, child);
      else if (child.kind === 'notification') notifications.set(child.qname, child);
    }
    const children = all.filter((c) => c.kind !== 'action' && c.kind !== 'notification');
    Object.assign(node, { children, data: dataOf(children, this.diagnostics) });
    for (const child of all)
      if ((child.kind === 'action' || child.kind === 'notification') && node.data.has(child.qname))
        reportDuplicate(child, this.diagnostics);
    if (node.kind === 'container' || node.kind === 'list') Object.assign(node, { actions, notifications });
    return node;
  }

  #list(draft: Draft, base: Base): ListNode {
    const node: Mutable<ListNode> = {
      ...base,
      ...this.#elements(draft),
      kind: 'list',
      children: [],
      data: new Map(),
      keys: [],
      unique: [],
      actions: new Map(),
      notifications: new Map(),
    };
    this.lists.push({ node, draft });
    this.#fill(node, draft);
    return node;
  }

  #leaf(draft: Draft, base: Base): LeafNode {
    const compiled = this.#type(draft);
    const node: Mutable<LeafNode> = {
      ...base,
      kind: 'leaf',
      type: compiled.type,
      mandatory: propertyArgument(draft, 'mandatory') === 'true',
      isKey: false,
      units: propertyArgument(draft, 'units') ?? compiled.units?.statement.argument,
    };
    this.leafs.push({ node, draft, compiled });
    return node;
  }

  #leafList(draft: Draft, base: Base): LeafListNode {
    const compiled = this.#type(draft);
    const node: Mutable<LeafListNode> = {
      ...base,
      ...this.#elements(draft),
      kind: 'leaf-list',
      type: compiled.type,
      defaults: [],
      units: propertyArgument(draft, 'units') ?? compiled.units?.statement.argument,
    };
    this.leafs.push({ node, draft, compiled });
    return node;
  }

  #type(draft: Draft): CompiledType {
    const type = property(draft, 'type');
    if (!type) throw new Fault(draft.statement.location, `${draft.kind} '${draft.name}' needs a type statement`);
    return this.types.compile(type.statement, type.scope, draft.module);
  }

  #elements(draft: Draft): Pick<ListNode, 'minElements' | 'maxElements' | 'orderedBy'> {
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
    const node: Mutable<ChoiceNode> = {
      ...base,
      kind: 'choice',
      mandatory: propertyArgument(draft, 'mandatory') === 'true',
      cases: [],
    };
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
    const node: OperationNode = { ...base, kind, input: input.node, output: output.node };
    for (const part of [input, output]) {
      part.node.parent = node;
      this.#fill(part.node, part.draft);
    }
    return node;
  }

  #part(operation: Draft, kind: 'input' | 'output', above: Above): { node: Mutable<OperationPartNode>; draft: Draft } {
    const draft = operation.children.find((c) => c.kind === kind);
    if (!draft) throw new Fault(operation.statement.location, `${operation.kind} '${operation.name}' has no ${kind}`);
    return { node: { ...this.#base(draft, undefined, above), kind, children: [], data: new Map() }, draft };
  }
}

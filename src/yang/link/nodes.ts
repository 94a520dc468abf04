/**
 * Schema nodes under construction: mutable until the whole tree exists. They are classes and not spread literals: a schema
 * has thousands of nodes, made before the engine optimises, and spreading costs four times as much then.
 */

import type { SourceLocation } from '../location.js';
import type {
  AnyNode,
  CaseNode,
  ChoiceNode,
  ContainerNode,
  DataNode,
  ExtensionUse,
  LeafListNode,
  LeafNode,
  LeafValue,
  ListNode,
  Module,
  Must,
  NotificationNode,
  OperationNode,
  OperationPartNode,
  SchemaNode,
  Status,
  StructureNode,
  When,
} from '../schema.js';
import type { Type } from '../types.js';

/** Properties of all nodes. */
export type Base = Pick<
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

/** Properties of lists and leaf-lists. */
export type Elements = Pick<ListNode, 'minElements' | 'maxElements' | 'orderedBy'>;

const NO_NODES: readonly SchemaNode[] = [];
const NO_DATA: ReadonlyMap<string, DataNode> = new Map();
const NO_OPERATIONS: ReadonlyMap<string, OperationNode> = new Map();
const NO_NOTIFICATIONS: ReadonlyMap<string, NotificationNode> = new Map();

class BuiltNode implements Base {
  declare readonly name: string;
  declare readonly module: Module;
  declare readonly qname: string;
  declare parent: SchemaNode | undefined;
  declare readonly config: boolean;
  declare readonly status: Status;
  declare readonly description: string | undefined;
  declare readonly reference: string | undefined;
  declare readonly whens: readonly When[];
  declare readonly musts: readonly Must[];
  declare readonly extensions: readonly ExtensionUse[];
  declare readonly location: SourceLocation;
  declare readonly path: string;

  constructor(base: Base) {
    this.name = base.name;
    this.module = base.module;
    this.qname = base.qname;
    this.parent = base.parent;
    this.config = base.config;
    this.status = base.status;
    this.description = base.description;
    this.reference = base.reference;
    this.whens = base.whens;
    this.musts = base.musts;
    this.extensions = base.extensions;
    this.location = base.location;
    this.path = base.path;
  }
}

export class BuiltParent extends BuiltNode {
  children = NO_NODES;
  data = NO_DATA;
}

export class BuiltContainer extends BuiltParent implements ContainerNode {
  readonly kind = 'container';
  declare readonly presence: boolean;
  actions = NO_OPERATIONS;
  notifications = NO_NOTIFICATIONS;

  constructor(base: Base, presence: boolean) {
    super(base);
    this.presence = presence;
  }
}

export class BuiltListNode extends BuiltParent implements ListNode {
  readonly kind = 'list';
  keys: readonly LeafNode[] = [];
  unique: ListNode['unique'] = [];
  declare readonly minElements: number;
  declare readonly maxElements: number | undefined;
  declare readonly orderedBy: 'system' | 'user';
  actions = NO_OPERATIONS;
  notifications = NO_NOTIFICATIONS;

  constructor(base: Base, { minElements, maxElements, orderedBy }: Elements) {
    super(base);
    this.minElements = minElements;
    this.maxElements = maxElements;
    this.orderedBy = orderedBy;
  }
}

export class BuiltLeafNode extends BuiltNode implements LeafNode {
  readonly kind = 'leaf';
  declare readonly type: Type;
  declare readonly mandatory: boolean;
  isKey = false;
  default: LeafValue | undefined = undefined;
  declare readonly units: string | undefined;

  constructor(base: Base, type: Type, mandatory: boolean, units: string | undefined) {
    super(base);
    this.type = type;
    this.mandatory = mandatory;
    this.units = units;
  }
}

export class BuiltLeafListNode extends BuiltNode implements LeafListNode {
  readonly kind = 'leaf-list';
  declare readonly type: Type;
  declare readonly minElements: number;
  declare readonly maxElements: number | undefined;
  declare readonly orderedBy: 'system' | 'user';
  defaults: readonly LeafValue[] = [];
  declare readonly units: string | undefined;

  constructor(base: Base, type: Type, { minElements, maxElements, orderedBy }: Elements, units: string | undefined) {
    super(base);
    this.type = type;
    this.minElements = minElements;
    this.maxElements = maxElements;
    this.orderedBy = orderedBy;
    this.units = units;
  }
}

export class BuiltAnyNode extends BuiltNode implements AnyNode {
  constructor(
    base: Base,
    readonly kind: AnyNode['kind'],
    readonly mandatory: boolean,
  ) {
    super(base);
  }
}

export class BuiltChoiceNode extends BuiltNode implements ChoiceNode {
  readonly kind = 'choice';
  declare readonly mandatory: boolean;
  cases: readonly CaseNode[] = [];
  defaultCase: CaseNode | undefined = undefined;

  constructor(base: Base, mandatory: boolean) {
    super(base);
    this.mandatory = mandatory;
  }
}

export class BuiltCase extends BuiltParent implements CaseNode {
  readonly kind = 'case';
}

export class BuiltNotification extends BuiltParent implements NotificationNode {
  readonly kind = 'notification';
}

export class BuiltStructure extends BuiltParent implements StructureNode {
  readonly kind = 'structure';
}

export class BuiltPart extends BuiltParent implements OperationPartNode {
  constructor(
    base: Base,
    readonly kind: OperationPartNode['kind'],
  ) {
    super(base);
  }
}

export class BuiltOperation extends BuiltNode implements OperationNode {
  constructor(
    base: Base,
    readonly kind: OperationNode['kind'],
    readonly input: OperationPartNode,
    readonly output: OperationPartNode,
  ) {
    super(base);
  }
}

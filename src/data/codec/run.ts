/** One decoding of one document: its options and the faults found so far. */
import type { DataNode, DataParent, Module, Schema } from '../../yang/schema.js';
import { type ErrorsWanted, Faults } from '../faults.js';
import type { InstancePath } from '../path.js';
import { noteSchema } from '../schema-of.js';
import { type Names, UnknownIdentity, type ValueFault } from '../values/index.js';
import { formatPath, formatStep } from '../values/instance-path/format.js';
import type { XmlElement } from '../xml-element.js';

export interface DecodeOptions {
  readonly schema: Schema;
  /** 'only': state data (config false) is refused, as in the content of edit-config. */
  readonly config?: 'any' | 'only';
  /** Accept the attributes of edit-config (RFC 6241 §7.2, RFC 7950 §7.8.6) into `Metadata`. */
  readonly operations?: boolean;
  /** Ignore nodes that the schema does not have, for peers with more modules. Default: refuse them. */
  readonly onlyKnown?: boolean;
  /** Leave out values that name an identity which the schema does not have, for peers of a later version. Default: refuse them. */
  readonly onlyKnownIdentities?: boolean;
  /** Refuse XML list entries whose keys are not their first elements in the order of the key statement (RFC 7950 §7.8.5). */
  readonly keysFirst?: boolean;
  /** Path of the document's parent, for the paths of errors. */
  readonly at?: InstancePath;
  /** 'first': stop at the first error. Default: 'all', up to a hundred. */
  readonly errors?: ErrorsWanted;
}

/** One decoding: the options as flags, and the faults found. */
export class DecodeRun extends Faults {
  readonly schema: Schema;
  readonly operations: boolean;
  readonly onlyKnown: boolean;
  readonly onlyKnownIdentities: boolean;
  readonly keysFirst: boolean;
  readonly configOnly: boolean;

  /** The module that paths omit at the top of the document: the module of its parent. */
  readonly module: string | undefined;

  constructor(parent: DataParent, options: DecodeOptions) {
    const [path, module] = placeOf(parent, options.at ?? []);
    super(path, options.errors);
    noteSchema(options.schema);
    this.module = module;
    this.schema = options.schema;
    this.operations = options.operations === true;
    this.onlyKnown = options.onlyKnown === true;
    this.onlyKnownIdentities = options.onlyKnownIdentities === true;
    this.keysFirst = options.keysFirst === true;
    this.configOnly = options.config === 'only';
  }

  /** Notes a value that does not fit its type (RFC 7950 §8.3.1). */
  badValue(schema: DataNode, module: string | undefined, fault: ValueFault): void {
    if (this.onlyKnownIdentities && fault instanceof UnknownIdentity) return;
    const { message, appTag } = fault;
    this.fault('invalid-value', message, formatStep(schema, undefined, module), undefined, { appTag, schema });
  }
}

/** Returns the path and the module of a document's parent. A message is named after its rpc, action, notification or structure. */
function placeOf(parent: DataParent, at: InstancePath): readonly [path: string, module: string | undefined] {
  const outer = at.at(-1)?.schema.module.name;
  const path = at.length === 0 ? '' : formatPath(at);
  const named = parent.kind === 'input' || parent.kind === 'output' ? parent.parent : parent;
  switch (named?.kind) {
    case 'rpc':
    case 'action':
    case 'notification':
    case 'structure':
      return [`${path}/${named.module.name === outer ? named.name : named.qname}`, named.module.name];
    default:
      return [path, outer];
  }
}

/** Resolves names in JSON values; one object per run. The decoder sets `module` before each value that may hold names. */
export class JsonNames implements Names {
  readonly syntax = 'json';
  module = '';
  constructor(readonly schema: Schema) {}
  resolve(prefix: string): Module | undefined {
    return this.schema.modules.get(prefix === '' ? this.module : prefix);
  }
}

/** Resolves names in XML values. The decoder sets `element` before each value that may hold names. */
export class XmlNames implements Names {
  readonly syntax = 'xml';
  element: Pick<XmlElement, 'scope' | 'namespace'> = { scope: new Map(), namespace: '' };
  constructor(readonly schema: Schema) {}
  /**
   * Resolves a prefix; without one, the default namespace (RFC 7950 §9.10.3). Without a default namespace, the name
   * belongs to the module of the element: some clients prefix all elements but not the values.
   */
  resolve(prefix: string): Module | undefined {
    const { scope, namespace: own } = this.element;
    const namespace = scope.get(prefix) || (prefix === '' ? own : '');
    return namespace === '' ? undefined : this.schema.moduleByNamespace(namespace);
  }
}

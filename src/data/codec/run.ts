/** One decoding of one document: what is asked for, and the faults found so far. */
import type { DataNode, DataParent, Module, Schema } from '../../yang/schema.js';
import { type ErrorsWanted, Faults } from '../faults.js';
import type { InstancePath } from '../path.js';
import { noteSchema } from '../schema-of.js';
import type { Names, ValueFault } from '../values/index.js';
import { formatPath, formatStep } from '../values/instance-path/format.js';
import type { XmlElement } from '../xml-element.js';

export interface DecodeOptions {
  readonly schema: Schema;
  /** 'only': state data (config false) is refused, as in the content of edit-config. */
  readonly config?: 'any' | 'only';
  /** Accept the attributes of edit-config (RFC 6241 §7.2, RFC 7950 §7.8.6) into `Metadata`. */
  readonly operations?: boolean;
  /** Leave out what the schema does not know instead of refusing it: what a peer with more modules sends. */
  readonly onlyKnown?: boolean;
  /** In XML refuse list entries whose keys are not their first elements, in the order of the key statement (RFC 7950 §7.8.5). */
  readonly keysFirst?: boolean;
  /** Where the document hangs, for the paths of errors. */
  readonly at?: InstancePath;
  /** 'first': one error is enough, and the rest of the document need not be looked at. Default: 'all', up to a hundred. */
  readonly errors?: ErrorsWanted;
}

/** One decoding: the options as flags, and the faults found. */
export class DecodeRun extends Faults {
  readonly schema: Schema;
  readonly operations: boolean;
  readonly onlyKnown: boolean;
  readonly keysFirst: boolean;
  readonly configOnly: boolean;

  /** The module that paths need not name at the top of the document: that of what it hangs in. */
  readonly module: string | undefined;

  constructor(parent: DataParent, options: DecodeOptions) {
    const [path, module] = placeOf(parent, options.at ?? []);
    super(path, options.errors);
    noteSchema(options.schema);
    this.module = module;
    this.schema = options.schema;
    this.operations = options.operations === true;
    this.onlyKnown = options.onlyKnown === true;
    this.keysFirst = options.keysFirst === true;
    this.configOnly = options.config === 'only';
  }

  /** A value that does not fit its type (RFC 7950 §8.3.1). */
  badValue(schema: DataNode, module: string | undefined, fault: ValueFault): void {
    const { message, appTag } = fault;
    this.fault('invalid-value', message, formatStep(schema, undefined, module), undefined, { appTag, schema });
  }
}

/** The path of a document's parent, and its module: that of a message is named after its rpc, action, notification or structure. */
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

/** Names in JSON values; one object per run, told the leaf's module before each value that may hold names. */
export class JsonNames implements Names {
  readonly syntax = 'json';
  module = '';
  constructor(readonly schema: Schema) {}
  resolve(prefix: string): Module | undefined {
    return this.schema.modules.get(prefix === '' ? this.module : prefix);
  }
}

/** Names in XML values; told the element before each value that may hold names. */
export class XmlNames implements Names {
  readonly syntax = 'xml';
  element: Pick<XmlElement, 'scope' | 'namespace'> = { scope: new Map(), namespace: '' };
  constructor(readonly schema: Schema) {}
  /**
   * A name without a prefix is of the default namespace (RFC 7950 §9.10.3). Where there is none, so that it could be of no
   * module at all, it is taken for one of the element's own module: some clients give all elements prefixes, and forget the values.
   */
  resolve(prefix: string): Module | undefined {
    const { scope, namespace: own } = this.element;
    const namespace = scope.get(prefix) || (prefix === '' ? own : '');
    return namespace === '' ? undefined : this.schema.moduleByNamespace(namespace);
  }
}

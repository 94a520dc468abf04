/** One decoding of one document: what is asked for, and the faults found so far. */
import type { DataNode, Module, Schema } from '../../yang/schema.js';
import { Faults } from '../faults.js';
import { formatStep } from '../instance-path/format.js';
import type { InstancePath } from '../path.js';
import { noteSchema } from '../schema-of.js';
import type { Names, ValueFault } from '../values/index.js';

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
}

/** One decoding: the options as flags, and the faults found. */
export class DecodeRun extends Faults {
  readonly schema: Schema;
  readonly operations: boolean;
  readonly onlyKnown: boolean;
  readonly keysFirst: boolean;
  readonly configOnly: boolean;

  constructor(options: DecodeOptions) {
    super(options.at);
    noteSchema(options.schema);
    this.schema = options.schema;
    this.operations = options.operations === true;
    this.onlyKnown = options.onlyKnown === true;
    this.keysFirst = options.keysFirst === true;
    this.configOnly = options.config === 'only';
  }

  /** A value that does not fit its type (RFC 7950 §8.3.1). */
  badValue(schema: DataNode, module: string | undefined, fault: ValueFault): void {
    this.fault('invalid-value', fault.message, formatStep(schema, undefined, module), undefined, fault.appTag);
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

/** Names in XML values; told the scope of the element before each value that may hold names. */
export class XmlNames implements Names {
  readonly syntax = 'xml';
  scope: ReadonlyMap<string, string> = new Map();
  constructor(readonly schema: Schema) {}
  resolve(prefix: string): Module | undefined {
    const namespace = this.scope.get(prefix);
    return namespace === undefined ? undefined : this.schema.moduleByNamespace(namespace);
  }
}

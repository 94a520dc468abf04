/** Validators of all definitions of a schema, typed by generated bindings. */
import {
  type DecodeOptions,
  decodeJson,
  emptyTree,
  mergeTrees,
  type Tree,
  toValue,
  validate,
} from '../../data/index.js';
import { type DataParent, didYouMean, type OperationNode, type Schema, schemaNodeAt } from '../../yang/index.js';
import { type ParseOptions, type Validator, validatorOver } from './validator.js';

/** The maps exported by generated bindings; without a map, types are unknown. */
export interface Bindings {
  readonly Data?: object;
  readonly Rpcs?: object;
  readonly Actions?: object;
  readonly Notifications?: object;
  readonly Structures?: object;
}

type NameOf<Map> = keyof Map & string;
type MapOf<B, Key extends keyof Bindings> = B extends { readonly [K in Key]: infer Map }
  ? Map
  : Record<string, unknown>;
type Operations<B> = MapOf<B, 'Rpcs'> & MapOf<B, 'Actions'>;
type PartOf<Operation, Part extends string> = Operation extends { readonly [K in Part]: infer Value } ? Value : unknown;

export interface Validators<B> {
  /** A whole document: top-level members by their qualified names. */
  readonly document: Validator<MapOf<B, 'Data'>>;
  /** One top-level node by qualified name (`module:name`): its plain value. */
  data<K extends NameOf<MapOf<B, 'Data'>>>(name: K): Validator<NonNullable<MapOf<B, 'Data'>[K]>>;
  /** Input of an RPC by qualified name, or of an action by data path (`/module:list/action`). */
  input<K extends NameOf<Operations<B>>>(name: K): Validator<PartOf<Operations<B>[K], 'input'>>;
  output<K extends NameOf<Operations<B>>>(name: K): Validator<PartOf<Operations<B>[K], 'output'>>;
  notification<K extends NameOf<MapOf<B, 'Notifications'>>>(name: K): Validator<MapOf<B, 'Notifications'>[K]>;
  /** A structure (RFC 8791, or `rc:yang-data` of RFC 8040): its content. */
  structure<K extends NameOf<MapOf<B, 'Structures'>>>(name: K): Validator<MapOf<B, 'Structures'>[K]>;
}

/** Decoding of the values of all validators. */
export type ValidatorsOptions = Pick<DecodeOptions, 'onlyKnown' | 'onlyKnownIdentities'>;

/**
 * Returns validators for a compiled schema: `validators<{ Data: Data; Rpcs: Rpcs }>(schema).input('box:ping').parse(value)`.
 * A lookup of a name that the schema does not have raises a TypeError.
 *
 * @param options `onlyKnown`, `onlyKnownIdentities`: leave out nodes and identities that the schema does not have. Default: refuses them
 */
export function validators<B = Bindings>(schema: Schema, options: ValidatorsOptions = {}): Validators<B> {
  const decoding = { ...options, schema };
  return {
    document: validatorOver((value, more) => toValue(dataTree(decoding, value, new Set(), more))),
    data: (name) => dataValidator(decoding, existing(schema.root.data, name, 'data node').qname),
    input: (name) => partValidator(decoding, operation(schema, name).input, 'rpc'),
    output: (name) => partValidator(decoding, operation(schema, name).output, 'reply'),
    notification: (name) =>
      partValidator(decoding, existing(schema.notifications, name, 'notification'), 'notification'),
    structure: (name) => partValidator(decoding, existing(schema.structures, name, 'structure'), 'data'),
  };
}

/** Returns the decoded document, validated together with the content of `context`. */
function dataTree(decoding: DecodeOptions, value: unknown, skip: ReadonlySet<string>, { context }: ParseOptions): Tree {
  const { schema } = decoding;
  const tree = decodeJson(schema.root, value, decoding);
  validate(context ? mergeTrees(context, tree) : tree, { schema, skip });
  return tree;
}

function dataValidator<T>(decoding: DecodeOptions, qname: string): Validator<T> {
  const others = new Set([...decoding.schema.root.data.keys()].filter((each) => each !== qname));
  return validatorOver(
    (value, options) => toValue(dataTree(decoding, { [qname]: value }, others, options))[qname],
    qname,
  );
}

function partValidator<T>(
  decoding: DecodeOptions,
  part: DataParent,
  type: 'rpc' | 'reply' | 'notification' | 'data',
): Validator<T> {
  return validatorOver((value, { context }) => {
    // An operation without parameters has the type undefined and an empty tree.
    const { schema } = decoding;
    const tree = decodeJson(part, value ?? {}, decoding);
    validate(tree, { schema, type, context: context ?? emptyTree(schema.root) });
    return part.data.size === 0 ? undefined : toValue(tree);
  });
}

function existing<T>(nodes: ReadonlyMap<string, T>, name: string, what: string): T {
  const node = nodes.get(name);
  if (node === undefined) throw new TypeError(`the schema has no ${what} "${name}"${didYouMean(name, nodes.keys())}`);
  return node;
}

function operation(schema: Schema, name: string): OperationNode {
  if (!name.startsWith('/')) return existing(schema.rpcs, name, 'rpc');
  const node = schemaNodeAt(schema, name);
  if (node?.kind === 'action') return node;
  throw new TypeError(`the schema has no action at "${name}"; name it by its data path, as /module:list/action`);
}

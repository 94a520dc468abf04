/** Reads by the models what another node sends, so that all values behind this file have the generated types. */
import { type Validator, validators } from '../bindings/index.js';
import { RestconfError } from '../clients/index.js';
import { decodeJson, isObject, RpcError, toValue } from '../data/index.js';
import { entriesOf, type Members, membersOf } from '../data/rfc7951/members.js';
import type { Actions, Notifications, Rpcs } from '../generated/index.js';
import type { HomeAction, OutputOf } from '../sessions/index.js';
import { compile, directories, modelDirectories, type Schema } from '../yang/index.js';
import { withKnownTypes } from './known-types.js';
import type { Changed } from './record.js';
import { type ParamList, TASK_CHANGED } from './wire.js';

/** The app-tag of errors about what another node has sent. */
const NOT_BY_MODEL = 'not-by-model';
/** Maximum number of characters of a reason, and of a path: they may quote what the other node has sent. */
const LONGEST = 300;
const MODULES = [
  'irtf-agent',
  'yangent-agents',
  'yangent-contexts',
  'yangent-peers',
  'yangent-sessions',
  'yangent-tasks',
];

/** The rpcs whose answers are read. */
export type Asked = Extract<
  keyof Rpcs,
  | 'yangent-tasks:assign'
  | 'yangent-tasks:query'
  | 'yangent-tasks:negotiate'
  | 'yangent-agents:discover'
  | 'yangent-agents:negotiate-capability'
  | 'yangent-peers:resolve'
  | 'yangent-sessions:open'
  | 'yangent-sessions:send'
  | 'yangent-sessions:receive'
>;

/** The actions of a task that its assigner invokes. */
export type AssignerAction =
  | 'provide-input'
  | 'verify'
  | 'cancel'
  | 'update'
  | 'suspend'
  | 'resume'
  | 'renew-authority';

export type ActionOutput<A extends AssignerAction> = Actions[`/yangent-tasks:tasks/task/${A}`]['output'];

interface Models {
  readonly schema: Schema;
  readonly of: ReturnType<typeof validators<{ Rpcs: Rpcs; Actions: Actions; Notifications: Notifications }>>;
}

let compiled: Models | undefined;

/** Compiles the models when the first answer is read. A node of a later version has members and identities that they lack: these are left out. */
function models(): Models {
  if (compiled) return compiled;
  const schema = compile({ sources: directories(modelDirectories), implement: MODULES });
  compiled = { schema, of: validators(schema, { onlyKnown: true, onlyKnownIdentities: true }) };
  return compiled;
}

/** Reads the output of an rpc. @param place of the node @throws RpcError malformed-message, app-tag not-by-model */
export function readOutput(place: string, rpc: Asked, value: unknown) {
  const known = rpc === 'yangent-sessions:receive' ? withKnownTypes(value) : value;
  return read<Rpcs[Asked]['output']>(place, `an answer to ${rpc}`, models().of.output(rpc), known);
}

/**
 * Returns the output of an rpc of these modules. RESTCONF sends no body for one that is empty: that is an output without members, and
 * not the lack of one.
 */
export function wholeOutput(rpc: string, value: unknown): unknown {
  const declared = value === undefined ? models().schema.rpcs.get(rpc)?.output.children.length : undefined;
  return declared ? {} : value;
}

/** Reads the output of an action of a task. @throws RpcError as `readOutput` */
export function readActionOutput(place: string, action: AssignerAction, value: unknown) {
  const validator = models().of.output(`/yangent-tasks:tasks/task/${action}`);
  return read<ActionOutput<AssignerAction>>(place, `an answer to ${action}`, validator, value);
}

/** Reads the output of an action of a session. @throws RpcError as `readOutput` */
export function readSessionOutput<N extends HomeAction>(place: string, action: N, value: unknown): OutputOf<N> {
  const validator: Validator<OutputOf<N>> = models().of.output(`/yangent-sessions:sessions/session/${action}`);
  return read(place, `an answer to ${action}`, validator, value);
}

/** Reads the content of a notification. @throws RpcError as `readOutput` */
export function readChanged(place: string, value: unknown): Changed {
  return read(place, TASK_CHANGED, models().of.notification(TASK_CHANGED), value);
}

/** Reads the only entry of a list of data parameters. @param value `{"module:list": [...]}` @throws RpcError as `readOutput` */
export function readEntry(place: string, list: ParamList, value: unknown): Members | undefined {
  const { schema } = models();
  const isParam = list === 'yangent-contexts:param';
  const [name, outer] = isParam ? ['param', 'yangent-contexts:data'] : [list, undefined];
  const entries = isObject(value) && value[list] !== undefined ? { [name]: value[list] } : {};
  const what = `the entry of ${list}`;
  const tree = byModel(place, what, () =>
    decodeJson(schema.root, outer === undefined ? entries : { [outer]: entries }, { schema, onlyKnown: true }),
  );
  const all = toValue(tree);
  return entriesOf(outer === undefined ? all : membersOf(all, outer), name)[0];
}

/** @throws RpcError not-by-model */
function read<T>(place: string, what: string, validator: Validator<T>, value: unknown): T {
  return byModel(place, what, () => validator.parse(value));
}

/** Runs work that reads a value of another node. @throws RpcError malformed-message, app-tag not-by-model, in place of its RpcError */
export function byModel<T>(place: string, what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof RpcError ? notByModel(place, what, error) : error;
  }
}

/** Returns the error for a value that another node has sent and its model does not allow. */
export function notByModel(
  place: string,
  what: string,
  { path, message }: { readonly path?: string; readonly message: string },
): RpcError {
  const where = path === undefined ? '' : ` at ${path}`.slice(0, LONGEST);
  return new RpcError({
    ...{ type: 'protocol', tag: 'malformed-message', appTag: NOT_BY_MODEL },
    message: `${place} sent ${what} that the model does not allow${where}: ${message.slice(0, LONGEST)}`,
  });
}

/** True for an error about what another node has sent. */
export function isNotByModel(error: unknown): boolean {
  return error instanceof RpcError && error.appTag === NOT_BY_MODEL;
}

/** The tags of errors of a text that is no JSON document. */
const NO_DOCUMENT: ReadonlySet<string> = new Set(['malformed-message', 'invalid-value', 'too-big']);

/** Converts an error of reading from a RESTCONF server: a text that is no document, or too long, is a fault of the server. */
export function unreadable(place: string, what: string, error: unknown): unknown {
  const isRefusal = error instanceof RestconfError || isNotByModel(error);
  const isNoDocument = error instanceof RpcError && !isRefusal && NO_DOCUMENT.has(error.tag);
  return isNoDocument || error instanceof RangeError ? notByModel(place, what, error) : error;
}

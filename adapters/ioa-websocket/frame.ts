/** Reads frames: JSON, flat or as header and payload, becomes typed fields here, and nothing else of it goes further. */
import { isObject } from '../../src/index.js';
import { fault, shown } from './fault.js';
import { ENCRYPTIONS, type Encryption, STATES, type State, TYPES, type TypeWord, wordOf } from './words.js';

/** How fields are arranged: all in one object, or in `header` and `payload`. */
export type Form = 'flat' | 'headed';

/** The fields of a frame. Empty texts and lists are as absent ones: some libraries write all members. */
export interface Fields {
  readonly sender?: string;
  readonly group?: string;
  readonly state?: State;
  readonly type?: TypeWord;
  readonly content?: string;
  /** Media type of the content, or of the task or conclusion that the frame has instead. */
  readonly mediaType?: string;
  readonly nextSpeaker?: readonly string[];
  readonly goal?: string;
  readonly members?: readonly string[];
  readonly depth?: number;
  readonly maxTurns?: number;
  readonly encryption?: Encryption;
  readonly taskId?: string;
  readonly description?: string;
  readonly abstract?: string;
  readonly conclusion?: string;
  readonly triggers?: readonly string[];
  readonly capabilities?: readonly string[];
  readonly messageId?: string;
  readonly sequence?: number;
  readonly inReplyTo?: number;
  readonly covers?: number;
  /** JSON text of an object with the members that the protocol does not name. */
  readonly extension?: string;
}

export interface Frame extends Fields {
  readonly form: Form;
}

/** Objects and lists within one another. */
const MAX_DEPTH = 32;
const MAX_TEXTS = 1_000;
/** Octets of the members that the protocol does not name, as a message of a session may have them. */
const MAX_EXTENSION = 65_536;
const MAX_INTEGER = 2 ** 32 - 1;

type Mutable = { -readonly [Name in keyof Fields]: Fields[Name] };
type Reader = (into: Mutable, value: unknown, name: string) => void;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['sender', put('sender', text)],
  ['group-id', put('group', text)],
  ['state', put('state', word('a state', STATES))],
  ['type', type],
  ['message-type', type],
  ['content', put('content', text)],
  ['media-type', put('mediaType', text)],
  ['next-speaker', put('nextSpeaker', texts)],
  ['goal', put('goal', text)],
  ['team-members', put('members', texts)],
  ['team-up-depth', put('depth', integer)],
  ['max-turns', put('maxTurns', integer)],
  ['encryption', put('encryption', word('a kind of encryption', ENCRYPTIONS))],
  ['task-id', put('taskId', text)],
  ['task-desc', put('description', text)],
  ['task-abstract', put('abstract', text)],
  ['task-conclusion', put('conclusion', text)],
  ['triggers', put('triggers', texts)],
  ['capabilities', put('capabilities', texts)],
  ['message-id', put('messageId', text)],
  ['sequence', put('sequence', integer)],
  ['in-reply-to', put('inReplyTo', integer)],
  ['covers', put('covers', integer)],
]);

/** True for the name of a member of the protocol, in any spelling. */
export function isNamed(name: string): boolean {
  const word = wordOf(name);
  return READERS.has(word) || word === 'header' || word === 'payload';
}

/**
 * Reads the text of a frame.
 *
 * @throws RpcError that says where it is wrong, and what would be right
 */
export function parseFrame(frame: string): Frame {
  const value = objectIn(frame);
  const { header, payload } = value;
  const headed = header !== undefined || payload !== undefined;
  const fields: Mutable = {};
  const others = new Map<string, unknown>();
  if (!headed) read(fields, value, others);
  else {
    for (const [name, part] of Object.entries({ header, payload })) {
      if (part === undefined) continue;
      if (!isObject(part)) throw fault('invalid-value', `"${name}" must be an object`);
      read(fields, part, others);
    }
  }
  if (others.size > 0) fields.extension = extensionOf(others);
  return { form: headed ? 'headed' : 'flat', ...fields };
}

function objectIn(frame: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    throw fault('malformed-message', 'the frame is no JSON; expected an object such as {"sender":"…","group_id":"…"}');
  }
  if (!isObject(value)) throw fault('malformed-message', 'the frame is no JSON object');
  requireDepth(value);
  return value;
}

/** Goes through the value without recursion: its depth is the client's. */
function requireDepth(value: unknown): void {
  let level: readonly object[] = inside([value]);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw fault('malformed-message', `objects and lists of the frame are more than ${MAX_DEPTH} within one another`);
    level = inside(level.flatMap((each): unknown[] => Object.values(each)));
  }
}

function inside(values: readonly unknown[]): readonly object[] {
  return values.filter((each): each is object => typeof each === 'object' && each !== null);
}

/** @throws RpcError too-big */
function extensionOf(members: ReadonlyMap<string, unknown>): string {
  const text = JSON.stringify(Object.fromEntries(members));
  if (Buffer.byteLength(text) <= MAX_EXTENSION) return text;
  throw fault('too-big', `members that the protocol does not name have more than ${MAX_EXTENSION} octets together`);
}

/** The protocol is extensible: members that it does not name go along as they are. */
function read(into: Mutable, members: Readonly<Record<string, unknown>>, others: Map<string, unknown>): void {
  for (const [name, value] of Object.entries(members)) {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    const reader = READERS.get(wordOf(name));
    if (reader) reader(into, value, name);
    else others.set(name, value);
  }
}

function put<Name extends keyof Fields>(
  field: Name,
  readValue: (value: unknown, name: string) => Fields[Name],
): Reader {
  return (into, value, name) => {
    if (into[field] !== undefined) throw fault('invalid-value', `${shown(name)} is there twice`);
    into[field] = readValue(value, name);
  };
}

/** The draft names this member `type` in a figure and `message_type` in its text; a frame may have both. */
function type(into: Mutable, value: unknown, name: string): void {
  const found = word('a type', TYPES)(value, name);
  const { type: before } = into;
  if (before && (before.type !== found.type || before.mode !== found.mode))
    throw fault('invalid-value', '"type" and "message_type" differ; give one of them');
  into.type = found;
}

function word<T>(what: string, words: ReadonlyMap<string, T>): (value: unknown, name: string) => T {
  return (value, name) => {
    const found = typeof value === 'string' ? words.get(wordOf(value)) : undefined;
    if (found !== undefined) return found;
    const known = Array.from(words.keys(), (each) => each.replaceAll('-', ' ')).join(', ');
    const given = typeof value === 'string' ? `${shown(value)} is` : `${shown(name)} has`;
    throw fault('invalid-value', `${given} not ${what}; expected one of: ${known}`);
  };
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw fault('invalid-value', `${shown(name)} must be a text`);
}

function texts(value: unknown, name: string): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > MAX_TEXTS) throw fault('too-big', `${shown(name)} has more than ${MAX_TEXTS} entries`);
  const found = list.filter((each) => typeof each === 'string' && each !== '');
  if (found.length < list.length) throw fault('invalid-value', `${shown(name)} must be a list of texts, or one text`);
  return [...new Set(found.map(String))];
}

function integer(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_INTEGER) return value;
  throw fault('invalid-value', `${shown(name)} must be an integer from 0 to ${MAX_INTEGER}`);
}

/** Makes of the fields of a frame the one thing that its sender wants. */
import { fault } from './fault.js';
import type { Fields } from './frame.js';
import { type Encryption, type FrameType, type Mode, type SaidType, type State, toldState, toldType } from './words.js';

export type Command =
  | { readonly kind: 'register'; readonly description: string; readonly capabilities: readonly string[] }
  | { readonly kind: 'query'; readonly text: string }
  | { readonly kind: 'form'; readonly team: Team }
  | { readonly kind: 'enlarge'; readonly group: string; readonly team: Omit<Team, 'task' | 'depth' | keyof First> }
  | { readonly kind: 'member'; readonly group: string; readonly action: 'join' | 'decline' | 'leave' | 'close' }
  | { readonly kind: 'acknowledge'; readonly group: string; readonly sequence: number }
  | { readonly kind: 'grant'; readonly group: string; readonly state?: State; readonly floor: Floor }
  | { readonly kind: 'say'; readonly group: string; readonly said: Said; readonly state?: State }
  | { readonly kind: 'assign'; readonly group: string; readonly order: Order }
  | { readonly kind: 'pause'; readonly group: string; readonly said: Said; readonly triggers: readonly string[] }
  | { readonly kind: 'conclude'; readonly group: string; readonly said: Said; readonly isFinal: boolean }
  | { readonly kind: 'finish'; readonly work: Work; readonly conclusion: string; readonly mediaType?: string }
  | { readonly kind: 'progress'; readonly work: Work; readonly note?: string }
  | { readonly kind: 'fail'; readonly work: Work; readonly reason: string };

/** The text that the sender of a team formation says first. */
interface First {
  readonly content?: string;
  readonly mediaType?: string;
}

/** A team that is to be formed, or more of it. */
export interface Team extends First {
  readonly goal?: string;
  readonly members: readonly string[];
  /** Levels that are allowed below it. */
  readonly depth?: number;
  readonly maxTurns?: number;
  readonly encryption?: Encryption;
  /** The task of the sender for which the team is formed. */
  readonly task?: string;
}

export interface Said {
  readonly type: SaidType | 'pause' | 'conclude' | 'conclusion';
  readonly content?: string;
  readonly mediaType?: string;
  readonly nextSpeaker: readonly string[];
  readonly messageId?: string;
  readonly inReplyTo?: number;
  /** Number of the last message that a summary sums up. */
  readonly covers?: number;
  readonly extension?: string;
}

export interface Floor {
  readonly nextSpeaker: readonly string[];
  readonly triggers: readonly string[];
}

export interface Order {
  readonly mode: Mode;
  readonly assignees: readonly string[];
  readonly content?: string;
  readonly mediaType?: string;
  /** The task, where it is not the content. */
  readonly description?: string;
  readonly objective?: string;
  readonly taskId?: string;
  readonly messageId?: string;
  readonly extension?: string;
}

/** Which task a member speaks of: by an identifier, or the only one that it can mean. */
export interface Work {
  readonly group?: string;
  readonly taskId?: string;
}

/**
 * @throws RpcError missing-element or invalid-value, which says what would be right
 */
export function commandOf(fields: Fields): Command {
  const type = fields.type?.type ?? typeOf(fields);
  return MAKERS[type](fields, type);
}

/** The draft gives `type` to discussions only, so that of other messages the members tell it. */
function typeOf({ triggers, conclusion, description, abstract, goal, state }: Fields): FrameType {
  if (triggers) return 'pause';
  if (conclusion !== undefined) return 'task-result';
  if (description !== undefined || abstract !== undefined) return 'task-assignment';
  if (goal !== undefined) return 'team-formation';
  return state === undefined ? 'discussion' : OF_STATE[state];
}

const OF_STATE: Readonly<Record<State, FrameType>> = {
  forming: 'team-formation',
  discussion: 'discussion',
  'synchronous-task-assignment': 'task-assignment',
  'asynchronous-task-assignment': 'task-assignment',
  'pause-and-trigger': 'pause',
  conclusion: 'conclusion',
};

const MAKERS: { readonly [Type in FrameType]: (fields: Fields, type: FrameType) => Command } = {
  discussion: (fields) => say(fields, 'discussion'),
  request: (fields) => say(fields, 'request'),
  response: (fields) => say(fields, 'response'),
  proposal: (fields) => say(fields, 'proposal'),
  vote: (fields) => say(fields, 'vote'),
  'voting-result': (fields) => say(fields, 'voting-result'),
  summary: (fields) => say(fields, 'summary'),
  'team-formation': form,
  // Figure 3 of the draft has the conclusion of a task in the payload of its assignment: its executor gives that back.
  'task-assignment': (fields, type) => (fields.conclusion === undefined ? assign(fields, type) : finish(fields, type)),
  'task-result': finish,
  'task-progress': (fields) => ({ kind: 'progress', work: workOf(fields), ...optional('note', fields.content) }),
  'task-failure': (fields, type) => ({
    kind: 'fail',
    work: workOf(fields),
    reason: required(fields, 'content', 'content', type),
  }),
  pause: (fields, type) => {
    requireState(fields, type, ['pause-and-trigger']);
    const triggers = required(fields, 'triggers', 'triggers', type);
    return { kind: 'pause', group: groupOf(fields, type), said: saidOf(fields, 'pause'), triggers };
  },
  conclude: (fields, type) => conclude(fields, type),
  conclusion: (fields, type) => conclude(fields, type),
  registration: (fields, type) => ({
    kind: 'register',
    description: required(fields, 'content', 'content', type),
    capabilities: fields.capabilities ?? [],
  }),
  query: ({ content, capabilities = [] }) => {
    const text = [...capabilities, ...(content === undefined ? [] : [content])].join(', ');
    if (text === '') throw missing('capabilities', 'query');
    return { kind: 'query', text };
  },
  join: (fields, type) => ({ kind: 'member', group: groupOf(fields, type), action: 'join' }),
  decline: (fields, type) => ({ kind: 'member', group: groupOf(fields, type), action: 'decline' }),
  leave: (fields, type) => ({ kind: 'member', group: groupOf(fields, type), action: 'leave' }),
  disband: (fields, type) => ({ kind: 'member', group: groupOf(fields, type), action: 'close' }),
  grant: (fields, type) => ({
    kind: 'grant',
    group: groupOf(fields, type),
    ...optional('state', fields.state),
    floor: { nextSpeaker: fields.nextSpeaker ?? [], triggers: fields.triggers ?? [] },
  }),
  acknowledge: (fields, type) => ({
    kind: 'acknowledge',
    group: groupOf(fields, type),
    sequence: required(fields, 'sequence', 'sequence', type),
  }),
};

/** A state besides `discussion` is that in which the sender wants the team to be (IOA-E-a). */
function say(fields: Fields, type: SaidType): Command {
  const state = fields.state === 'discussion' ? undefined : fields.state;
  return { kind: 'say', group: groupOf(fields, type), said: saidOf(fields, type), ...optional('state', state) };
}

function form(fields: Fields): Command {
  requireState(fields, 'team-formation', ['forming']);
  const { group, goal, members = [], maxTurns, depth, taskId, content, mediaType, encryption } = fields;
  const terms = { ...optional('maxTurns', maxTurns), ...optional('encryption', encryption) };
  const more = { ...optional('goal', goal), members, ...terms };
  if (group !== undefined) return { kind: 'enlarge', group, team: more };
  required(fields, 'goal', 'goal', 'team-formation');
  const own = { ...optional('depth', depth), ...optional('task', taskId) };
  const first = { ...optional('content', content), ...optional('mediaType', mediaType) };
  return { kind: 'form', team: { ...more, ...own, ...first } };
}

function assign(fields: Fields, type: FrameType): Command {
  const { state, nextSpeaker: assignees = [], abstract, taskId, messageId, extension } = fields;
  const ofState = state === 'asynchronous-task-assignment' ? 'asynchronous' : 'synchronous';
  const mode = fields.type?.mode ?? ofState;
  requireState(fields, type, [`${mode}-task-assignment`]);
  const { content, mediaType, description } = fields;
  if ((content ?? description ?? abstract) === undefined) throw missing('task_desc', type);
  const what = {
    ...optional('content', content ?? description),
    ...optional('mediaType', mediaType),
    ...optional('description', description),
    ...optional('objective', abstract),
  };
  const names = {
    ...{ ...optional('taskId', taskId), ...optional('messageId', messageId) },
    ...optional('extension', extension),
  };
  return { kind: 'assign', group: groupOf(fields, type), order: { mode, assignees, ...what, ...names } };
}

function finish(fields: Fields, type: FrameType): Command {
  const conclusion = fields.conclusion ?? required(fields, 'content', 'task_conclusion', type);
  return { kind: 'finish', work: workOf(fields), conclusion, ...optional('mediaType', fields.mediaType) };
}

/** Both words stand for the end of a team: its sender says the conclusion at once where it gives one and names nobody else. */
function conclude(fields: Fields, type: 'conclude' | 'conclusion' | FrameType): Command {
  requireState(fields, type, ['conclusion']);
  const said = saidOf(fields, type === 'conclude' ? 'conclude' : 'conclusion');
  return { kind: 'conclude', group: groupOf(fields, type), said, isFinal: said.nextSpeaker.length === 0 };
}

function saidOf(
  { content, mediaType, nextSpeaker = [], messageId, inReplyTo, covers, extension }: Fields,
  type: Said['type'],
): Said {
  const answer = {
    ...{ ...optional('messageId', messageId), ...optional('inReplyTo', inReplyTo) },
    ...optional('covers', covers),
  };
  const said = { ...optional('content', content), ...optional('mediaType', mediaType) };
  return { type, nextSpeaker, ...said, ...answer, ...optional('extension', extension) };
}

function workOf({ group, taskId }: Fields): Work {
  return { ...optional('group', group), ...optional('taskId', taskId) };
}

function groupOf(fields: Fields, type: FrameType): string {
  return required(fields, 'group', 'group_id', type);
}

function required<Name extends keyof Fields>(
  fields: Fields,
  field: Name,
  name: string,
  type: FrameType,
): NonNullable<Fields[Name]> {
  const value = fields[field];
  if (value === undefined || value === null) throw missing(name, type);
  return value;
}

function missing(name: string, type: FrameType) {
  return fault('missing-element', `a frame of type "${toldType(type)}" needs "${name}"`);
}

/** @throws RpcError invalid-value for a state to which the type does not lead; `discussion` is always right */
function requireState({ state }: Fields, type: FrameType, states: readonly State[]): void {
  if (state === undefined || state === 'discussion' || states.includes(state)) return;
  const right = ['discussion' as const, ...states].map((each) => `"${toldState(each)}"`).join(' or ');
  throw fault(
    'invalid-value',
    `a frame of type "${toldType(type)}" does not lead to the state "${toldState(state)}"; give ${right}, or no state`,
  );
}

function optional<Name extends string, T>(name: Name, value: T | undefined): { readonly [N in Name]?: T } {
  // The computed member has the one name that the type says.
  return value === undefined ? {} : ({ [name]: value } as { readonly [N in Name]: T });
}

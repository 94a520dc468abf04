/** Writes frames: messages of sessions, and errors, in the words of the protocol. */
import type { RpcError } from '../../src/index.js';
import { type Form, isNamed } from './frame.js';
import type { Group } from './group.js';
import type { Received } from './inbox.js';
import type { KnownGroups } from './known.js';
import type { Names } from './names.js';
import { toldState, toldType, wordOf } from './words.js';

type Artifact = NonNullable<Received['artifact']>[number];

/** The members of a frame that goes out, in their order. Those that are undefined are left out. */
export interface Told {
  readonly sender?: string;
  readonly group_id?: string;
  readonly state?: string;
  readonly [member: string]: unknown;
}

/** Returns the text of a frame in the form that the client uses. */
export function textOf({ sender, group_id, state, ...payload }: Told, form: Form): string {
  const header = { sender, group_id, state };
  return JSON.stringify(form === 'headed' ? { header, payload } : { ...header, ...payload });
}

/** Tells a message. The sender of those that the node says itself is empty. */
export async function toldMessage(message: Received, names: Names, known: KnownGroups): Promise<Told> {
  const { session, from, type, task, floor, membership } = message;
  const word = toldType(type.slice(type.indexOf(':') + 1));
  const speakers = message['next-speaker'] ?? floor?.holder;
  const news = message['task-news'];
  // Messages that change nothing do not tell the state of the team.
  const state = floor?.state ?? known.stateOf(session);
  known.add(session, state);
  const own = {
    sender: from === undefined ? '' : await names.nameOf(from),
    group_id: session,
    state: toldState(state),
    type: word,
    message_type: word,
    message_id: message.id,
    sequence: Number(message.sequence),
    content: message.content,
    next_speaker: speakers && (await names.namesOf(speakers)),
    subject: message.subject,
    tags: message.tag,
    media_type: message['media-type'],
    to: message.to && (await names.namesOf(message.to)),
    in_reply_to: message['in-reply-to'] === undefined ? undefined : Number(message['in-reply-to']),
    task_id: task?.['task-id'] ?? news?.['task-id'],
    task_desc: task && (task.content ?? message.content),
    task_abstract: task?.objective,
    task_conclusion: news && type.endsWith(':task-result') ? (message.content ?? '') : undefined,
    task_state: news?.state,
    not_sealed: news?.['not-sealed'],
    artifacts: message.artifact?.map(toldArtifact),
    triggers: message.trigger,
    mode: message.mode,
    member: membership && (await names.nameOf(membership.agent)),
    member_state: membership?.state,
    role: membership?.role,
    reason: membership?.reason ?? floor?.reason,
    covers: message.covers === undefined ? undefined : Number(message.covers),
    redelivered: message.redelivered,
    at: message.at,
  };
  const others = othersIn(message.extension, own);
  // Without any, a member of this name that the sender added goes along.
  return { ...others, ...own, artifacts: own.artifacts ?? others.artifacts };
}

/** Tells an artifact: a text, data, an address, or a data parameter, whose bytes are at `/data/ID` of the node. */
function toldArtifact({
  name,
  description,
  data,
  url,
  value,
  digest,
  ...more
}: Artifact): Readonly<Record<string, unknown>> {
  const { 'media-type': media_type, 'data-param': data_param } = more;
  return { name, description, media_type, value, data, url, data_param, digest };
}

/**
 * Returns the members that the sender added. Text that is no JSON object, which other protocols may send, is one member; so is an
 * object with names of the protocol, or of what the node tells, in another spelling: a client could take it for what the node says.
 */
function othersIn(extension: string | undefined, own: Told): Readonly<Record<string, unknown>> {
  if (extension === undefined) return {};
  try {
    const value: unknown = JSON.parse(extension);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const told = new Map(Object.keys(own).map((name) => [wordOf(name), name]));
      const isLike = (name: string) => isNamed(name) || (told.get(wordOf(name)) ?? name) !== name;
      if (!Object.keys(value).some(isLike)) return { ...value };
    }
  } catch {
    // The node does not look into it.
  }
  return { extension };
}

/** Tells a member of its group: what it is for, and who is in. */
export async function toldGroup(id: string, group: Group, names: Names, sender: string): Promise<Told> {
  const { state, goal, name, members, depth = 0, maxDepth, maxTurns, encryption } = group;
  return {
    sender,
    group_id: id,
    state: toldState(state),
    type: 'team formation',
    message_type: 'team formation',
    kind: group.kind,
    goal: goal ?? name,
    team_members: await names.namesOf(members),
    team_up_depth: maxDepth === undefined ? undefined : maxDepth - depth,
    max_turns: maxTurns,
    encryption,
    next_speaker: await names.namesOf(group.holders),
  };
}

/** Tells an agent that it is invited to a group: the frame of the group, and that an answer is wanted. */
export function toldInvitation(group: Told, { id, sequence, membership, redelivered, at }: Received): Told {
  return {
    ...group,
    message_id: id,
    sequence: Number(sequence),
    member_state: membership?.state,
    role: membership?.role,
    redelivered,
    at,
  };
}

/** Names of the model in the texts of its errors, and those of frames. */
const NAMES_IN_FRAMES: ReadonlyMap<string, string> = new Map([
  ['"next-speaker"', '"next_speaker"'],
  ['"trigger"', '"triggers"'],
  ['"task/content"', '"task_desc"'],
  ['"task/objective"', '"task_abstract"'],
  ['"extension"', 'a member that the protocol does not name'],
  ['"task-id"', '"task_id"'],
  ['a new task-id', 'a new task_id'],
  ['(max-depth)', '(team_up_depth)'],
  ['grant-floor', '"type": "grant"'],
]);

/** Returns the text of an error in the names of frames. */
function inFrames(message: string): string {
  return [...NAMES_IN_FRAMES].reduce((text, [name, told]) => text.replaceAll(name, told), message);
}

/** Tells what went wrong with a frame. @param messageId identifier of that frame, where it has one */
export function toldError(
  {
    tag,
    appTag,
    message,
    info,
  }: Pick<Partial<RpcError>, 'appTag' | 'info'> & { readonly tag: string; readonly message: string },
  sender: string,
  group?: string,
  messageId?: string,
): Told {
  return {
    sender,
    ...(group === undefined ? {} : { group_id: group }),
    type: 'error',
    message_type: 'error',
    tag,
    app_tag: appTag,
    content: inFrames(message),
    retry_after: info?.['yangent-access:retry-after'],
    message_id: messageId,
  };
}

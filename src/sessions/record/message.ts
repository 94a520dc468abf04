/** A message as it is stored; it never changes. */
import { shownAgent } from '../../agents/index.js';
import { int64 } from '../../data/rfc7951/int64.js';
import type {
  YangentSessions_Send_Output_Reply_Membership as Membership,
  YangentSessions_History_Output_Message as MessageValue,
} from '../../generated/index.js';
import { type Artifact, artifactValue } from '../../tasks/index.js';

export type { Artifact, Membership, MessageValue };

/** The types, by the names that they have without their module. */
export const MESSAGE_TYPES = [
  'discussion',
  'request',
  'response',
  'proposal',
  'vote',
  'voting-result',
  'task-assignment',
  'task-progress',
  'task-result',
  'pause',
  'conclude',
  'conclusion',
  'summary',
  'floor',
  'membership',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** The members of a message that only some types have, as the model has them. */
export type Details = Pick<
  MessageValue,
  'next-speaker' | 'mode' | 'task' | 'trigger' | 'covers' | 'task-news' | 'floor'
>;

export interface MessageRecord {
  readonly sequence: number;
  readonly id: string;
  readonly type: MessageType;
  /** Identifier of an agent; absent for messages of the node. */
  readonly from?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Identifiers of agents; empty: for all. */
  readonly to: readonly string[];
  readonly subject?: string;
  readonly tags: readonly string[];
  readonly inReplyTo?: number;
  readonly content?: string;
  readonly mediaType?: string;
  readonly membership?: Membership;
  readonly details?: Details;
  /** Absent: none. */
  readonly artifacts?: readonly Artifact[];
  /** JSON text. */
  readonly extension?: string;
  /** Milliseconds since 1970: from then on it is not given out. */
  readonly expires?: number;
  /** The parts that sharing policies removed for a reader. Of a copy, what its home removed is stored. */
  readonly redacted?: readonly string[];
}

/** Returns the identifiers of the data parameters that a message names. */
export function namedBy({ artifacts = [] }: Pick<MessageRecord, 'artifacts'>): readonly string[] {
  return [...new Set(artifacts.flatMap(({ 'data-param': param }) => param ?? []))];
}

/** Returns the number of characters of what a message says and carries. */
export function lengthOf(carried: Carried): number {
  return textsOf(carried).reduce((sum, text) => sum + text.length, 0);
}

/** Returns the same in bytes of UTF-8. */
export function bytesOf(carried: Carried): number {
  return textsOf(carried).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function textsOf({ content = '', artifacts, extension = '', details }: Carried): readonly string[] {
  const values = [artifacts, details].filter((value) => value !== undefined);
  return [content, extension, ...values.map((value) => JSON.stringify(value))];
}

type Carried = Pick<MessageRecord, 'content' | 'artifacts' | 'extension' | 'details'>;

/** Returns the media type of the content, or of that of the task; undefined where there is none, or nothing to say. */
function typeOf({ content, details, mediaType }: MessageRecord): string | undefined {
  if (content !== undefined) return mediaType ?? 'text/plain';
  return details?.task?.content === undefined ? undefined : mediaType;
}

/** Returns the message as the model has it. */
export function messageValue(message: MessageRecord): MessageValue {
  const { sequence, id, type, from, at, to, subject, tags, inReplyTo, content, membership } = message;
  const { details, artifacts, extension, expires, redacted } = message;
  return {
    sequence: int64(sequence),
    id,
    type: `yangent-sessions:${type}`,
    from: from === undefined ? undefined : shownAgent(from),
    at: new Date(at).toISOString(),
    to: to.length > 0 ? to : undefined,
    subject,
    tag: tags.length > 0 ? tags : undefined,
    'in-reply-to': inReplyTo === undefined ? undefined : int64(inReplyTo),
    content,
    'media-type': typeOf(message),
    membership,
    ...details,
    artifact: artifacts?.map(artifactValue),
    extension,
    expires: expires === undefined ? undefined : new Date(expires).toISOString(),
    redacted,
  };
}

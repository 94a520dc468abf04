/** Reads a message as a peer gives it. */
import { isDeepStrictEqual } from 'node:util';
import type { YangentSessionsRpcs } from '../../generated/index.js';
import type { Tx } from '../../store/index.js';
import { dataHere, dataOfPost, withData } from '../homes/data-names.js';
import type { SessionPeer } from '../homes/homes.js';
import { renamed } from '../homes/names.js';
import { MESSAGE_TYPES, type MessageRecord, type MessageType, namedBy } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { nameOf, Refused } from './keep.js';

type Value = NonNullable<YangentSessionsRpcs['yangent-sessions:receive']['output']['message']>[number];

/**
 * Returns the message with the names that agents have here. The home vouches for what the agents of other nodes say, and not for those
 * of this node: one that did not send the message from here keeps the domain, so that it is told from what it said. Nor does it name
 * data of this node, but those that were named in a message from here.
 *
 * @throws Refused
 */
export async function takenMessage(
  o: SessionServices,
  tx: Tx,
  peer: SessionPeer,
  { id: session }: SessionRecord,
  value: Value,
): Promise<MessageRecord> {
  const message = renamed(recordOf(value), (name) => nameOf(o, name));
  const { from, id } = message;
  // An agent of this node has its domain removed.
  const isFromHere = from !== undefined && value.from?.startsWith(`${from}@`) === true;
  if (!isFromHere && namedBy(message).length === 0) return message;
  const known = from === undefined ? undefined : await o.messages.ofId(tx, session, from, id);
  const post = from === undefined || known ? undefined : await o.posts.get(session, from, id, tx);
  // The right to name data of this node was checked when the message went out.
  const own = known ? namedBy(known) : post ? dataOfPost(o, post) : [];
  const here = withData(
    message,
    dataHere(o, peer, (param) => own.includes(param)),
  );
  return isFromHere && !known && !post ? { ...here, from: value.from } : here;
}

function recordOf(value: Value): MessageRecord {
  const { sequence, id, type, from, at, to = [], subject, tag = [], content, membership, artifact, extension } = value;
  const { expires, redacted, 'in-reply-to': answered, 'media-type': mediaType } = value;
  const details = detailsOf(value);
  return {
    ...{ sequence: Number(sequence), id, type: typeOf(type), at: Date.parse(at), to, tags: tag },
    ...(from === undefined ? {} : { from }),
    ...(subject === undefined ? {} : { subject }),
    ...(answered === undefined ? {} : { inReplyTo: Number(answered) }),
    ...(content === undefined ? {} : { content }),
    ...(mediaType === undefined || mediaType === 'text/plain' ? {} : { mediaType }),
    ...(membership ? { membership } : {}),
    ...(details ? { details } : {}),
    ...(artifact ? { artifacts: artifact } : {}),
    ...(extension === undefined ? {} : { extension }),
    ...(expires === undefined ? {} : { expires: Date.parse(expires) }),
    ...(redacted ? { redacted } : {}),
  };
}

const DETAILS = ['next-speaker', 'mode', 'task', 'trigger', 'covers', 'task-news', 'floor'] as const;

function detailsOf(value: Value): MessageRecord['details'] {
  const given = DETAILS.filter((name) => value[name] !== undefined);
  return given.length > 0 ? Object.fromEntries(given.map((name) => [name, value[name]])) : undefined;
}

function typeOf(identity: string): MessageType {
  const name = identity.slice(identity.indexOf(':') + 1);
  const type = MESSAGE_TYPES.find((each) => each === name);
  if (type === undefined) throw new Refused(`it has a message of type "${identity}", which this node does not know`);
  return type;
}

/** True when both say the same under the same number. */
export function isSame(one: MessageRecord, other: MessageRecord): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other));
}

/** Policies and deleted data may change what the home gives of a message. */
function comparable({ sequence, id, type, at, membership, redacted, ...said }: MessageRecord) {
  const { content, inReplyTo, expires, to } = said;
  const own = { sequence, id, type, at, to, inReplyTo, expires, membership };
  return redacted === undefined ? { ...own, content } : own;
}

/** Reads a message as a peer gives it. */
import { isDeepStrictEqual } from 'node:util';
import type { YangentSessionsRpcs } from '../../generated/index.js';
import type { Tx } from '../../store/index.js';
import { dataHere, dataOfPost, dataPosted, withData } from '../homes/data-names.js';
import type { SessionPeer } from '../homes/homes.js';
import { renamed } from '../homes/names.js';
import { faultOfExtension } from '../record/extension.js';
import { lengthOf, MESSAGE_TYPES, type MessageRecord, type MessageType, namedBy } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { isOwnName, nameOf, numberOf, Refused, timeOf } from './read.js';
import { inOwnWords } from './words.js';

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
  requireBounds(o, message);
  const { from, id } = message;
  const isFromHere = from !== undefined && value.from !== undefined && isOwnName(value.from, from);
  if (!isFromHere && namedBy(message).length === 0) return message;
  // One that is here already is compared when it is written.
  const known = from === undefined ? undefined : await o.messages.ofId(tx, session, from, id);
  const post = from === undefined || known ? undefined : await o.posts.get(session, from, id, tx);
  if (isFromHere && post) return withData(inOwnWords(message, value, post), dataPosted(o));
  // The right to name data of this node was checked when the message went out.
  const own = known ? namedBy(known) : post ? dataOfPost(o, post) : [];
  const here = withoutOthers(
    message,
    withData(
      message,
      dataHere(o, peer, (param) => own.includes(param)),
    ),
  );
  if (!isFromHere || known) return here;
  await o.posts.removeFormer(tx, { session, sender: from, id });
  return { ...here, from: value.from };
}

/** Says that data were left out which have no name here. */
function withoutOthers(told: MessageRecord, here: MessageRecord): MessageRecord {
  if (namedBy(told).length === namedBy(here).length) return here;
  return { ...here, redacted: [...new Set([...(here.redacted ?? []), 'data-param'])] };
}

/** @throws Refused for what a member of a session of this node could not send */
function requireBounds({ limits }: SessionServices, message: MessageRecord): void {
  const { sequence, extension } = message;
  const length = lengthOf(message);
  const fault = extension === undefined ? undefined : faultOfExtension(extension);
  if (fault) throw new Refused(`its message ${sequence} is not taken: ${fault.message}`);
  if (length > limits.messageSize)
    throw new Refused(`its message ${sequence} has ${length} characters, and may have ${limits.messageSize}`);
}

function recordOf(value: Value): MessageRecord {
  const { sequence, id, type, from, at, to = [], subject, tag = [], content, membership, artifact, extension } = value;
  const { expires, redacted, 'in-reply-to': answered, 'media-type': mediaType } = value;
  const details = detailsOf(value);
  return {
    ...{ sequence: numberOf(sequence), id, type: typeOf(type), at: timeOf(at), to, tags: tag },
    ...(from === undefined ? {} : { from }),
    ...(subject === undefined ? {} : { subject }),
    ...(answered === undefined ? {} : { inReplyTo: numberOf(answered) }),
    ...(content === undefined ? {} : { content }),
    ...(mediaType === undefined || mediaType === 'text/plain' ? {} : { mediaType }),
    ...(membership ? { membership } : {}),
    ...(details ? { details } : {}),
    ...(artifact ? { artifacts: artifact } : {}),
    ...(extension === undefined ? {} : { extension }),
    ...(expires === undefined ? {} : { expires: timeOf(expires) }),
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

/** True when both say the same under the same number, as far as no policy has removed anything. */
export function isSame(one: MessageRecord, other: MessageRecord): boolean {
  const isWhole = one.redacted === undefined && other.redacted === undefined;
  return isDeepStrictEqual(comparable(one, isWhole), comparable(other, isWhole));
}

/** Policies and deleted data may change what the home gives of a message. A type that was not known may be by now. */
function comparable({ sequence, id, type, at, membership, ...said }: MessageRecord, isWhole: boolean) {
  const { content, inReplyTo, expires, to } = said;
  const own = { sequence, id, at, to, inReplyTo, expires, membership };
  return isWhole ? { ...own, type, content } : own;
}

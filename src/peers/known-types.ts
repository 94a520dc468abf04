/** Lets messages pass whose type a node of a later version has, and this one does not know. */
import { isObject } from '../data/index.js';
import { MESSAGE_TYPES } from '../sessions/index.js';

const MODULE = 'yangent-sessions';
/** The type of a message whose own type is not known: it says something, and leads a team nowhere. */
const UNKNOWN_TYPE = `${MODULE}:discussion`;
const KNOWN: ReadonlySet<unknown> = new Set(MESSAGE_TYPES.flatMap((type) => [type, `${MODULE}:${type}`]));

/**
 * Returns what `receive` gave with known types only: another message is of type discussion, and its member `redacted` names `type`, so
 * that all others of the answer are read.
 *
 * @param received RFC 7951 value, not yet read by the model. The type may be left out already, as over NETCONF
 */
export function withKnownTypes(received: unknown): unknown {
  if (!isObject(received) || !Array.isArray(received.message)) return received;
  const message = received.message.map((each: unknown) =>
    !isObject(each) || KNOWN.has(each.type) ? each : withoutType(each),
  );
  return { ...received, message };
}

function withoutType(message: Readonly<Record<string, unknown>>): object {
  const redacted: readonly unknown[] = Array.isArray(message.redacted) ? message.redacted : [];
  return { ...message, type: UNKNOWN_TYPE, redacted: [...new Set([...redacted, 'type'])] };
}

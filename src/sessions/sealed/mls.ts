/** Messages of MLS (RFC 9420 §6): the node reads as much of them as tells a sealed one from one in clear. */
import { fromBase64 } from '../../data/base64.js';

const VERSION = 1;
/** Octets of the version and the wire format. */
const HEAD = 4;

/** The wire formats (§17.2), each with what is wrong with its octets behind the head. All but the first hide what members say. */
const WIRE_FORMATS: ReadonlyMap<number, (octets: Buffer) => string | undefined> = new Map([
  [1, publicFault],
  [2, () => undefined], // mls_private_message
  [3, () => undefined], // mls_welcome
  [4, () => undefined], // mls_group_info
  [5, () => undefined], // mls_key_package
]);

/** Content types (§6): of these, a public message carries no words of members. */
const APPLICATION = 1;
const OF_GROUP: readonly number[] = [2, 3];

/** Octets of a sender behind its type: an index where it has one. */
const SENDERS: ReadonlyMap<number, number> = new Map([
  [1, 4], // member
  [2, 4], // external
  [3, 0], // new_member_proposal
  [4, 0], // new_member_commit
]);
const EPOCH = 8;

/** Returns why a text is no sealed MLSMessage in base64 (RFC 4648 §4); undefined when it has the form of one. */
export function mlsFault(text: string): string | undefined {
  const octets = fromBase64(text);
  if (octets === undefined) return 'it is no base64';
  if (octets.length <= HEAD || octets.readUInt16BE(0) !== VERSION) return 'it is no MLSMessage of version mls10';
  const format = WIRE_FORMATS.get(octets.readUInt16BE(2));
  return format ? format(octets.subarray(HEAD)) : 'it is an MLSMessage of a wire format that RFC 9420 does not have';
}

/** Proposals and commits may be public. @param octets FramedContent, and more */
function publicFault(octets: Buffer): string | undefined {
  const type = contentTypeOf(octets);
  if (type === APPLICATION) return 'it is an mls_public_message with application data, which all can read';
  return type !== undefined && OF_GROUP.includes(type) ? undefined : 'it is an mls_public_message that is damaged';
}

/** Returns the content type of FramedContent: behind group_id, epoch, sender and authenticated_data. */
function contentTypeOf(octets: Buffer): number | undefined {
  const sender = afterVector(octets, 0) + EPOCH;
  const index = SENDERS.get(octets[sender] ?? 0);
  return index === undefined ? undefined : octets[afterVector(octets, sender + 1 + index)];
}

/** Returns the place behind a vector: its length has 1, 2 or 4 octets, as its first two bits say (§2.1.2). */
function afterVector(octets: Buffer, at: number): number {
  const size = 1 << ((octets[at] ?? 0) >> 6);
  if (size > 4 || at + size > octets.length) return Number.POSITIVE_INFINITY;
  const length = octets.readUIntBE(at, size) % 2 ** (8 * size - 2);
  return at + size + length;
}

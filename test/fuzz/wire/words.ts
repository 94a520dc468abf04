/** Changes to texts and bytes, and XML of names that mean something somewhere. */
import { BITS, NAMES, NAMESPACES, PLACES } from '../../slow/bad-input-arbitrary.js';
import { rpc } from '../../support/raw-netconf.js';
import type { Random } from '../random.js';

/** A text with some pieces of it removed, doubled, moved, or replaced; one in eight stays as it is. */
export function mutateText(random: Random, text: string, bits: readonly string[] = BITS): string {
  let changed = text;
  for (let left = random.below(4); left > 0 || (left === 0 && random.chance(0.5)); left -= 1) {
    changed = changeOnce(random, changed, bits);
  }
  return changed;
}

function changeOnce(random: Random, text: string, bits: readonly string[]): string {
  const at = random.below(text.length + 1);
  const end = at + 1 + random.below(40);
  const [head, piece, tail] = [text.slice(0, at), text.slice(at, end), text.slice(end)];
  const bit = random.chance(0.7) ? random.pick(bits) : anyText(random, 8);
  switch (random.below(7)) {
    case 0:
      return head + tail;
    case 1:
      return head + piece + piece + tail;
    case 2:
      return head + bit + piece + tail;
    case 3:
      return head + bit + tail;
    case 4:
      return head + tail + piece;
    case 5:
      return head + text.slice(at).replace(/\d+|[a-z]+/, bit);
    default:
      return random.chance(0.3) ? head : head + bit + piece + tail;
  }
}

/** Characters of all sorts: plain ones, those of markup, controls, beyond the basic plane, halves of pairs. */
export function anyText(random: Random, most: number): string {
  let text = '';
  for (let left = random.below(most + 1); left > 0; left -= 1) text += anyCharacter(random);
  return text;
}

function anyCharacter(random: Random): string {
  const kind = random.below(10);
  if (kind < 6) return String.fromCharCode(0x20 + random.below(0x5f));
  if (kind === 6) return String.fromCharCode(random.below(0x20));
  if (kind === 7) return String.fromCharCode(0x80 + random.below(0x780));
  if (kind === 8) return String.fromCharCode(random.below(0x10000));
  return String.fromCodePoint(0x10000 + random.below(0x100000));
}

/** Without halves of surrogate pairs, which no encoding can carry. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

export function anyBytes(random: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: random.below(most + 1) }, () => random.below(256)));
}

/** Bytes with some of them changed, put in, or taken out. */
export function mutateBytes(random: Random, bytes: Buffer): Buffer {
  let changed = bytes;
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const at = random.below(changed.length + 1);
    const noise = random.chance(0.5) ? anyBytes(random, 6) : Buffer.from(random.pick(BITS));
    const end = at + (random.chance(0.5) ? 0 : random.below(20));
    changed = random.chance(0.1)
      ? changed.subarray(0, at)
      : Buffer.concat([changed.subarray(0, at), noise, changed.subarray(end)]);
  }
  return changed;
}

/** The bytes in pieces, cut anywhere. */
export function cut(random: Random, bytes: Buffer): Buffer[] {
  const most = random.pick([1, 3, 20, bytes.length + 1]);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + random.below(most);
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}

const CONTENTS = ['', 'x', 'ip-fault', '1', '-1', 'true', 'public', '2026-01-01T00:00:00Z', '&lt;', ' ', 'é'];

export function anyElement(random: Random, depth = 4): string {
  const name = random.pick(NAMES);
  const declared = random.chance(0.25) ? ` xmlns="${random.pick(NAMESPACES)}"` : '';
  const inside =
    depth === 0 || random.chance(0.4)
      ? random.pick(CONTENTS)
      : Array.from({ length: random.below(4) }, () => anyElement(random, depth - 1)).join('');
  return `<${name}${declared}>${inside}</${name}>`;
}

/** A well-formed request of NETCONF that most likely means nothing. */
export function anyRequest(random: Random): string {
  const namespace = random.pick(NAMESPACES.slice(0, 3));
  return rpc(random.pick(PLACES)(anyElement(random), namespace));
}

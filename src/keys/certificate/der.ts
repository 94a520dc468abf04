/** DER values (X.690) of an X.509 certificate: node:crypto reads certificates but cannot issue one. */

/** Encodes a value as tag, length and content. */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([tag]), encodeLength(length), ...content]);
}

/** Encodes a length. Below 128: one byte; else the number of length bytes and the length, big-endian (X.690 §8.1.3). */
function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = bigEndian(length);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function bigEndian(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return bytes;
}

export function sequence(...content: readonly Uint8Array[]): Buffer {
  return der(0x30, ...content);
}

export function set(...content: readonly Uint8Array[]): Buffer {
  return der(0x31, ...content);
}

/** Encodes a non-negative INTEGER from its big-endian bytes: without surplus leading zeros, with one where the sign bit is set. */
export function integer(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const minimal = bytes.subarray(start);
  return (minimal[0] ?? 0) >= 0x80 ? der(0x02, Buffer.of(0), minimal) : der(0x02, minimal);
}

export function boolean(value: boolean): Buffer {
  return der(0x01, Buffer.of(value ? 0xff : 0x00));
}

export function octetString(content: Uint8Array): Buffer {
  return der(0x04, content);
}

/** Encodes a BIT STRING; `unused` is the number of padding bits in the last byte. */
export function bitString(content: Uint8Array, unused = 0): Buffer {
  return der(0x03, Buffer.of(unused), content);
}

export function utf8String(text: string): Buffer {
  return der(0x0c, Buffer.from(text, 'utf8'));
}

/** Encodes an OBJECT IDENTIFIER in dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(0x80 | (rest % 128));
  return bytes;
}

/** Encodes a time: UTCTime until 2049, GeneralizedTime from 2050 on (RFC 5280 §4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
  return date.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
}

/** Encodes a context-specific tag `[number]`: constructed (explicit) or primitive (implicit). */
export function context(number: number, constructed: boolean, ...content: readonly Uint8Array[]): Buffer {
  return der((constructed ? 0xa0 : 0x80) | number, ...content);
}

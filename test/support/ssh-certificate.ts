/** Certificates in the form of OpenSSH with any content, also wrong ones that ssh-keygen does not make. */
import { type KeyObject, sign } from 'node:crypto';

export interface Certified {
  /** The private key of the authority: Ed25519. */
  readonly by: KeyObject;
  /** The public key of the authority, as SSH sends it. */
  readonly authority: Buffer;
  /** The 32 octets of the certified Ed25519 key. */
  readonly key: Buffer;
  readonly type?: string;
  readonly kind?: number;
  readonly serial?: bigint;
  readonly keyId?: string | Buffer;
  readonly principals?: readonly string[];
  readonly after?: bigint;
  readonly before?: bigint;
  readonly critical?: Buffer;
  readonly extensions?: Buffer;
  /** Octets behind the signature. */
  readonly tail?: Buffer;
}

export const FOREVER = 0xffff_ffff_ffff_ffffn;

export function certificate(o: Certified): Buffer {
  const content = Buffer.concat([
    field(o.type ?? 'ssh-ed25519-cert-v01@openssh.com'),
    field('nonce'),
    field(o.key),
    uint64(o.serial ?? 1n),
    uint32(o.kind ?? 1),
    field(o.keyId ?? 'a certificate'),
    field(Buffer.concat((o.principals ?? ['ann']).map(field))),
    uint64(o.after ?? 0n),
    uint64(o.before ?? FOREVER),
    field(o.critical ?? ''),
    field(o.extensions ?? ''),
    field(''),
    field(o.authority),
  ]);
  const signature = Buffer.concat([field('ssh-ed25519'), field(sign(null, content, o.by))]);
  return Buffer.concat([content, field(signature), o.tail ?? Buffer.alloc(0)]);
}

/** Returns options with data, in the given order. */
export function options(...each: readonly (readonly [name: string, data: string])[]): Buffer {
  return Buffer.concat(each.flatMap(([name, data]) => [field(name), field(data === '' ? '' : field(data))]));
}

export function field(value: string | Buffer): Buffer {
  const octets = Buffer.from(value);
  return Buffer.concat([uint32(octets.length), octets]);
}

function uint32(value: number): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return octets;
}

function uint64(value: bigint): Buffer {
  const octets = Buffer.alloc(8);
  octets.writeBigUInt64BE(value);
  return octets;
}

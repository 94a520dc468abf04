/** Password hashes: scrypt (RFC 7914), stored with their parameters so that the cost can grow. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** Default cost as a power of two: 15 takes 32 MiB and tens of milliseconds, on purpose. */
export const DEFAULT_COST = 15;

/** Length limits of a new password in characters, as typedef `password` of yangent-access says. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 1_024;

/** True when the password may be set. Passwords that were set before there was a limit stay valid. */
export function isFit(password: string): boolean {
  return [...password].length >= MIN_PASSWORD && !isTooLong(password);
}

/** True when the text is longer than any password can be. */
export function isTooLong(password: string): boolean {
  return password.length > MAX_PASSWORD && [...password].length > MAX_PASSWORD;
}

const BLOCK = 8;
const PARALLEL = 1;
const LENGTH = 32;
const FORMAT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Returns a hash in the form `$scrypt$ln=15,r=8,p=1$SALT$HASH`. */
export async function hashPassword(password: string, cost = DEFAULT_COST): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, LENGTH, options(cost, BLOCK, PARALLEL));
  return `$scrypt$ln=${cost},r=${BLOCK},p=${PARALLEL}$${base64(salt)}$${base64(hash)}`;
}

/** True when the password fits the hash; compares in constant time. An unreadable hash fits no password. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, cost, block, parallel, salt, hash] = FORMAT.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64');
  const parameters = options(Number(cost), Number(block), Number(parallel));
  const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, parameters);
  return timingSafeEqual(actual, expected);
}

/** Returns a hash that no password fits. A check against it takes as long as against a real one. */
export function decoyHash(cost = DEFAULT_COST): string {
  return `$scrypt$ln=${cost},r=${BLOCK},p=${PARALLEL}$${base64(randomBytes(16))}$${base64(randomBytes(LENGTH))}`;
}

function options(cost: number, block: number, parallel: number): ScryptOptions {
  return { N: 2 ** cost, r: block, p: parallel, maxmem: 256 * (2 ** cost + parallel + 2) * block };
}

function derive(password: string, salt: Buffer, length: number, o: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // NFC: composed and decomposed accents give the same password (RFC 8265 §4.2.1).
    scrypt(password.normalize('NFC'), salt, length, o, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

import { nonceField } from '../refusal.js';
import type { HttpRequest } from './http-request.js';
import { protection } from './protection.js';

/** The nonce for the next DPoP proof of the client, by request. */
const nonces = new WeakMap<HttpRequest['raw'], string>();

/** Gives the client a nonce with the answer to this request, whatever the answer is (RFC 9449 §8.2). */
export function giveNonce({ raw }: HttpRequest, nonce: string): void {
  nonces.set(raw, nonce);
}

/** Returns the header fields of each answer. Fields of the answer itself take precedence. */
export function answerFields(request: HttpRequest): Readonly<Record<string, string>> {
  return { ...protection(request), ...nonceFieldOf(request.raw) };
}

/** Returns the field with the nonce for the client of this request; none when it needs none. */
export function nonceFieldOf(raw: HttpRequest['raw']): Readonly<Record<string, string>> {
  return nonceField(nonces.get(raw));
}

/** The purposes for which the node has a key each. */
import type { YangentKeys_Purpose } from '../../generated/index.js';
import type { Algorithm } from '../pair/algorithm.js';

export type Purpose = YangentKeys_Purpose;

interface Terms {
  /** The algorithm of the key that the node makes. */
  readonly own: Algorithm;
  /** Algorithms of keys that an operator may name. */
  readonly takes: RegExp;
  /** The same, for messages. */
  readonly taken: string;
  /** True when the key needs a certificate. */
  readonly certified: boolean;
}

export const TERMS: Readonly<Record<Purpose, Terms>> = {
  'tls-server': { own: 'p-256', takes: /^(?:p-256|p-384|rsa-\d+)$/, taken: 'p-256, p-384 or RSA', certified: true },
  'ssh-host': {
    own: 'ed25519',
    takes: /^(?:ed25519|p-256|p-384|rsa-\d+)$/,
    taken: 'ed25519, p-256, p-384 or RSA',
    certified: false,
  },
  report: only('ed25519'),
  token: only('ed25519'),
  audit: only('ed25519'),
  document: only('ed25519'),
  authentication: only('ed25519'),
  'key-agreement': only('x25519'),
};

export const PURPOSES: readonly Purpose[] = [
  'tls-server',
  'ssh-host',
  'report',
  'token',
  'audit',
  'document',
  'authentication',
  'key-agreement',
];

function only(own: 'ed25519' | 'x25519'): Terms {
  return { own, takes: new RegExp(`^${own}$`), taken: own, certified: false };
}

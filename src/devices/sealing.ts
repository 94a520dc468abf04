/** Sealing of what the node keeps elsewhere than among the secrets, with the same key. */

import type { SecretKey } from '../keys/index.js';
import { isSealed, seal, unseal } from '../keys/index.js';

export interface Sealing {
  isSealed(text: string): boolean;
  /** @param name says what it is; it opens under no other */
  seal(name: string, text: string): string;
  /** @throws Error for another key, and for what was changed */
  unseal(name: string, sealed: string): string;
}

export function sealingWith(key: SecretKey): Sealing {
  // No secret has such a name, so that none can be put in the place of another.
  const own = (name: string) => `node: ${name}`;
  return {
    isSealed,
    seal: (name, value) => seal(key, own(name), { value, version: 1 }),
    unseal: (name, sealed) => unseal(key, own(name), sealed).value,
  };
}

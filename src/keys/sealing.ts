/** Sealing of texts that the node stores outside the secret store, with the same key. */
import { isSealed, seal, unseal } from './sealed-secret.js';
import type { SecretKey } from './secret-key.js';

/** Seals texts with a key that is not in the store. */
export interface Sealing {
  isSealed(text: string): boolean;
  /** Seals a text. @param name purpose of the text; it can be unsealed only with the same name */
  seal(name: string, text: string): string;
  /** Unseals a text. @throws Error when the key is another one, or when the text was changed */
  unseal(name: string, sealed: string): string;
}

export function sealingWith(key: SecretKey): Sealing {
  // Secrets cannot have such a name, so a sealed text and a secret cannot replace each other.
  const own = (name: string) => `node: ${name}`;
  return {
    isSealed,
    seal: (name, value) => seal(key, own(name), { value, version: 1 }),
    unseal: (name, sealed) => unseal(key, own(name), sealed).value,
  };
}

/** An SSH host key for a server of a test. */
import { type HostKey, hostKeyOf, makeKeyPair } from '../../src/keys/index.js';

export async function newHostKey(): Promise<HostKey> {
  return hostKeyOf(await makeKeyPair('ed25519'));
}

import type { Tree } from '../data/index.js';
import type { YangentIdentityConfig } from '../generated/providers.js';
import { configuration } from '../server/index.js';

export type IdentitySettings = YangentIdentityConfig['/yangent-identity:identity']['value'];

/** Returns the configuration of identities. */
export function settingsIn(running: Tree): IdentitySettings {
  return configuration(running, '/yangent-identity:identity');
}

/** State of keys: those in use by purpose, and those of the keystore. */
import type { YangentKeys_Keys_Active } from '../../../generated/index.js';
import type { IetfKeystoreProvider, YangentKeysProvider } from '../../../generated/providers.js';
import { algorithmOfPublic, type KeyUse, type NodeKeys, PURPOSES, thumbprintOf } from '../../../keys/index.js';
import { configuredEntry } from '../../configuration.js';
import type { ListState } from '../../provider.js';
import { publicKeyOf } from './chosen.js';
import type { KeyNeeds } from './needs.js';

const KEY = '/ietf-keystore:keystore/asymmetric-keys/asymmetric-key';

export function activeKeys({ keys }: KeyNeeds): ListState<YangentKeysProvider['state']['/yangent-keys:keys/active']> {
  return {
    get: async ({ purpose }) => entryOf(keys, purpose),
    list: async ({ after, limit }) => {
      const begin = after ? PURPOSES.indexOf(after.purpose) + 1 : 0;
      const entries = await Promise.all(PURPOSES.slice(begin).map((purpose) => entryOf(keys, purpose)));
      return entries.flatMap((entry) => entry ?? []).slice(0, limit);
    },
  };
}

async function entryOf(keys: NodeKeys, purpose: KeyUse['purpose']): Promise<YangentKeys_Keys_Active | undefined> {
  const { uses } = keys;
  const current = uses.current(purpose);
  if (!current) return undefined;
  const next = uses.next(purpose);
  const previous = uses.previous(purpose);
  return {
    purpose,
    'asymmetric-key': current.name,
    ...(await shown(keys, current)),
    since: shownTime(current.from),
    ...(next ? { next: { ...(await shown(keys, next)), from: shownTime(next.from) } } : {}),
    previous: await Promise.all(
      previous.map(async (use) => ({
        ...(await shown(keys, use)),
        'asymmetric-key': use.name,
        until: use.until === undefined ? undefined : shownTime(use.until),
      })),
    ),
  };
}

async function shown(keys: NodeKeys, use: KeyUse) {
  const { thumbprint, spki, certificate } = use;
  const algorithm = algorithmOfPublic(spki);
  return {
    ...{ thumbprint, algorithm, 'public-key': spki.toString('base64') },
    ...{ fingerprint: await keys.fingerprint(use), certificate },
  };
}

function shownTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function keystoreKeys({
  keys: { vault },
  running,
}: KeyNeeds): ListState<IetfKeystoreProvider['state'][typeof KEY]> {
  return {
    get: async ({ name }) => {
      const entry = configuredEntry(running(), KEY, name);
      const spki = entry && publicKeyOf(entry);
      if (!entry) return undefined;
      if (!spki) return { 'yangent-keys:available': false };
      const thumbprint = thumbprintOf(spki);
      return {
        'yangent-keys:thumbprint': thumbprint,
        'yangent-keys:algorithm': algorithmOfPublic(spki),
        'yangent-keys:available': vault.has(thumbprint),
      };
    },
  };
}

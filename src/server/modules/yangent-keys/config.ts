/** The configuration of keys: a change of the keystore, or of the purposes, acts in the transaction that stores it. */
import type { Logger } from 'pino';
import { SYSTEM_USER } from '../../../access/index.js';
import { emptyTree, type RpcError } from '../../../data/index.js';
import type { IetfKeystoreConfig, YangentKeysConfig } from '../../../generated/providers.js';
import { type Credential, lapseOf, PURPOSES, type Purpose } from '../../../keys/index.js';
import type { Store } from '../../../store/index.js';
import type { Call } from '../../call.js';
import { configuration } from '../../configuration.js';
import type { ConfigChange, ConfigHooks } from '../../provider.js';
import { certificateRefusal, chosenKeys, entriesOf, type KeySettings, type Keys, namedIn } from './chosen.js';
import type { KeyNeeds } from './needs.js';
import { keyChanged } from './notification.js';
import { requireReadable } from './readable.js';
import { timesOf } from './times.js';

/** Both nodes have the same hooks, so that changes of one edit come together. */
type Both = IetfKeystoreConfig['/ietf-keystore:keystore'] | YangentKeysConfig['/yangent-keys:keys'];

export function keyHooks(needs: KeyNeeds): ConfigHooks<Both> {
  const { keys } = needs;
  return {
    validateAll: async (changes, call) => {
      const [before, now] = [after(needs, []), after(needs, changes)];
      if (call.user === SYSTEM_USER) return;
      await requireReadable(entriesOf(before.keystore), entriesOf(now.keystore));
      requireTimely(await chosenBy(needs, changes, call), needs);
    },
    store: async (changes, call, tx) => {
      const chosen = await chosenBy(needs, changes, call);
      const { overlap } = timesOf(after(needs, changes).settings);
      for (const purpose of PURPOSES) {
        const previous = keys.uses.current(purpose);
        const taken = await keys.uses.take(tx, purpose, chosen.get(purpose), overlap);
        if (taken) await keyChanged(needs, tx, taken, { previous });
      }
    },
    // The lowest version of TLS may be another one.
    apply: async () => {
      keys.uses.tell('tls-server');
      await keys.uses.settle();
    },
  };
}

/**
 * Returns the keys for the purposes. A key that is not suited is refused, unless this edit has nothing to do with it, or the node
 * restores an earlier configuration: that must not fail because a private key was deleted meanwhile.
 */
function chosenBy(needs: KeyNeeds, changes: readonly ConfigChange<Both>[], { user, log }: Call) {
  const known = new Set(namedIn(after(needs, [])).map((named) => JSON.stringify(named)));
  return chosenKeys(after(needs, changes), needs.keys.vault, (named, refusal) => {
    if (user !== SYSTEM_USER && !known.has(JSON.stringify(named))) throw refusal;
    warn(log, named.use.purpose, refusal);
  });
}

function warn(log: Pick<Logger, 'warn'>, purpose: Purpose, refusal: RpcError): void {
  log.warn({ purpose }, `keys: ${refusal.message}; the node uses its own key`);
}

/** @throws RpcError for a certificate that is to be used from now on, and that no client would take */
function requireTimely(chosen: ReadonlyMap<Purpose, Credential>, { keys }: KeyNeeds): void {
  for (const [purpose, { certificate }] of chosen) {
    if (certificate === undefined || certificate === keys.uses.current(purpose)?.certificate) continue;
    const lapse = lapseOf(certificate, Date.now());
    if (lapse !== undefined) throw certificateRefusal(purpose, `the certificate cannot be used: ${lapse}`);
  }
}

/**
 * Takes the keys that the configuration names where the node uses others: the database may have got another configuration while
 * the node was down. Logs those that it does not have.
 */
export async function takeConfiguredKeys(
  needs: KeyNeeds & { readonly store: Pick<Store, 'transact'>; readonly log: Pick<Logger, 'warn'> },
): Promise<void> {
  const { keys, store, log } = needs;
  const configured = after(needs, []);
  const { overlap } = timesOf(configured.settings);
  const chosen = await chosenKeys(configured, keys.vault, ({ use }, refusal) => warn(log, use.purpose, refusal));
  if (chosen.size === 0) return;
  await store.transact(async (tx) => {
    for (const [purpose, credential] of chosen) {
      const previous = keys.uses.current(purpose);
      const taken = await keys.uses.take(tx, purpose, credential, overlap);
      if (taken) await keyChanged(needs, tx, taken, { previous });
    }
  });
}

/** Returns the configuration after the changes. */
function after({ running }: KeyNeeds, changes: readonly ConfigChange<Both>[]): KeySettings {
  const changed = new Map(changes.map(({ path, after }) => [path, after]));
  // A container that is gone has its defaults.
  const treeFor = (path: string) => (changed.has(path) ? emptyTree(running().schema) : running());
  const keystore = changed.get(KEYSTORE);
  const settings = changed.get(KEYS);
  return {
    keystore: keystore && !isKeys(keystore) ? keystore : configuration(treeFor(KEYSTORE), KEYSTORE),
    settings: settings && isKeys(settings) ? settings : configuration(treeFor(KEYS), KEYS),
  };
}

const KEYSTORE = '/ietf-keystore:keystore';
const KEYS = '/yangent-keys:keys';

function isKeys(value: Both['value']): value is Keys {
  return 'publish-lead' in value;
}

/** The configuration of yangent-tasks. */
import type { Running } from '../../datastore/index.js';
import { configuration } from '../../server/index.js';
import type { ConfiguredSettings } from '../record/configured-settings.js';

/** Returns a function that reads the present settings. */
export function configuredSettings(running: Pick<Running, 'tree'>): () => ConfiguredSettings {
  return () => {
    const { retention, fairness, negotiation } = configuration(running.tree, '/yangent-tasks:task-settings');
    return { retention, fairness, negotiation: { maxRounds: negotiation['max-rounds'], time: negotiation.time } };
  };
}

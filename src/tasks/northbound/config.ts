/** Configuration of yangent-tasks. */
import type { Running } from '../../datastore/index.js';
import { configuration } from '../../server/index.js';
import type { ConfiguredSettings } from '../record/configured-settings.js';

/** Gives the settings in force at the moment of asking. */
export function configuredSettings(running: Pick<Running, 'tree'>): () => ConfiguredSettings {
  return () => {
    const { retention, fairness, negotiation } = configuration(running.tree, '/yangent-tasks:task-settings');
    return { retention, fairness, negotiation: { maxRounds: negotiation['max-rounds'], time: negotiation.time } };
  };
}

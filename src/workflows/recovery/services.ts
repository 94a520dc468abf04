import type { Agents } from '../../agents/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { NotifyAll } from '../../server/index.js';
import type { AssuranceProfile } from '../assurance/profile.js';
import { audienceOf } from '../run/notices.js';
import { KeptSteps } from './kept.js';
import type { RecoveryServices } from './means.js';

type Shared = 'rows' | 'checkpoints' | 'rollbacks' | 'requireIntact' | 'record';

export interface ServiceNeeds extends Pick<RecoveryServices, Shared> {
  readonly notify: NotifyAll<YangentWorkflowsProvider>;
  readonly directory: Pick<Agents['directory'], 'get'>;
  /** Returns an assurance profile; undefined when there is none any more. */
  readonly assurance: (name: string) => AssuranceProfile | undefined;
  /** Returns the groups whose members see the runs of a definition. */
  readonly readersOf: (definition: string) => readonly string[];
}

/** Seconds in which an agent has to acknowledge, when the profile of its run is gone. */
const ACKNOWLEDGE = 300;

export function recoveryServices(o: ServiceNeeds): RecoveryServices {
  const { rows, checkpoints, rollbacks, requireIntact, record } = o;
  return {
    ...{ rows, checkpoints, rollbacks, requireIntact, record },
    kept: new KeptSteps(rows),
    hasSkill: (agent, skill) => o.directory.get(agent)?.skills.some(({ name }) => name === skill) ?? false,
    acknowledge: (name) => o.assurance(name)?.acknowledge ?? ACKNOWLEDGE,
    tellStarted: async ({ tx, at, present }, number, to, reason) => {
      const groups = present.definition === undefined ? [] : o.readersOf(present.definition);
      const value = { run: present.id, number, to: String(to), ...(reason === undefined ? {} : { reason }) };
      const audience = audienceOf(present, groups);
      await o.notify(tx, [{ name: 'yangent-workflows:rollback-started', value, time: at, audience }]);
    },
  };
}

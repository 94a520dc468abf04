/** The subjects of operations, for callers whose authority is limited: the agents that they concern. */

import type { About } from '../../access/index.js';
import { ownAddressed } from '../../agents/index.js';
import type { Call } from '../../server/index.js';
import type { SessionServices } from '../services.js';

type Needs = Pick<SessionServices, 'directory'>;

/** Tells the agent as which the caller speaks. */
export function aboutSpeaker({ directory }: Needs, name: string | undefined, call: Call): About {
  const { view } = call;
  const reference = name ?? (view.kind === 'agent' ? view.agent : undefined);
  const agent = reference === undefined ? undefined : (ownAddressed(call, directory, reference)?.id ?? reference);
  return agent === undefined ? {} : { agent };
}

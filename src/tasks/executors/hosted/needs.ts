import type { StoredAuthority } from '../../../access/index.js';
import type { Shapes } from '../../../server/index.js';
import type { Interpretation } from '../../interpretation/ask.js';
import type { NegotiationNeeds } from '../../negotiation/negotiation.js';
import type { Authorities } from '../../record/authority.js';
import type { TaskLimits } from '../../record/limits.js';
import type { ContentSealing } from '../../record/sealed.js';
import type { TaskSettings } from '../../record/settings.js';
import type { LaneNeeds } from '../lanes.js';

/** A hosted agent at work. */
export interface HostedActor {
  readonly agent: string;
  /** The authority of the task on which it works: what it does stays within it. */
  readonly authority?: StoredAuthority;
  /** That task. */
  readonly task?: string;
}

export interface HostedNeeds extends LaneNeeds, NegotiationNeeds {
  readonly shapes: Shapes;
  readonly authorities: Authorities;
  readonly content: ContentSealing;
  readonly settings: Pick<TaskSettings, 'concurrency'>;
  readonly limits: Pick<TaskLimits, 'skillTime'>;
  readonly interpretation: Interpretation;
  /** Invokes an rpc as a hosted agent, with the checks that hold for every caller. @throws RpcError */
  readonly invokeAs: (actor: HostedActor, rpc: string, input: unknown, signal: AbortSignal) => Promise<unknown>;
}

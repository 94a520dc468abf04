import type { Logger } from 'pino';
import type { Store } from '../../store/index.js';
import type { ApprovalLimits } from './asking.js';
import type { ApprovalPorts } from './news.js';
import type { OwnersOf, Voter } from './voter.js';

/** A request that waits for approval, as it was stored. */
export interface AskedRequest {
  /** `MODULE.NAME`, or `data.edit`. */
  readonly operation: string;
  /** Instance-identifiers. */
  readonly target: readonly string[];
  /** JSON value; undefined when it is forgotten. */
  readonly input: unknown;
}

/** The facts by which votes are judged. */
export interface VoterPorts {
  /** Returns a user as the node knows the user now. */
  readonly voter: (name: string) => Voter | undefined;
  readonly ownersOf: OwnersOf;
  /** Returns the persons who last changed what a request is about. Default: unknown. */
  readonly changedBy?: (request: AskedRequest) => Promise<readonly string[]>;
}

export interface ApprovalsOptions extends ApprovalPorts, VoterPorts {
  readonly store: Store;
  /** Default: `DEFAULT_APPROVAL_LIMITS`. */
  readonly limits?: Partial<ApprovalLimits>;
  readonly log?: Logger;
}

/** The door through which the node opens and keeps configured sessions: with the rights of a user, or of an agent. */
import type { YangentSessionsRpcs } from '../../generated/index.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';

/** For whom the node acts. */
export interface StandingActor {
  /** Absent: the agent itself. */
  readonly user?: string;
  /** The agent that leads the session. */
  readonly agent: string;
}

export interface StandingDoor {
  /** Returns a call of the actor. @throws RpcError access-denied when the user is no longer there */
  callOf(actor: StandingActor): Call;
  /**
   * Admits `yangent-sessions:open` in a transaction, with the checks and the record of every other request.
   *
   * @throws RpcError as for a client
   */
  admitOpen(tx: Tx, actor: StandingActor, input: YangentSessionsRpcs['yangent-sessions:open']['input']): Promise<Call>;
}

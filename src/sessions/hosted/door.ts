/** The door of hosted members to the node: the operations of every client, with the rights of the agent. */
import type { StoredAuthority } from '../../access/index.js';
import type { YangentSessionsActions, YangentSessionsRpcs } from '../../generated/index.js';

/** A hosted agent that acts. */
export interface MemberActor {
  readonly agent: string;
  /** The task for which it leads a team. */
  readonly task?: string;
  /** The authority of that task: what the agent does stays within it. */
  readonly authority?: StoredAuthority;
}

export type MemberRpcs = YangentSessionsRpcs;
export type MemberAction = 'join' | 'decline' | 'grant-floor';
type ActionInput<A extends MemberAction> = YangentSessionsActions[`/yangent-sessions:sessions/session/${A}`]['input'];

export interface MemberDoor {
  /** Invokes an rpc of yangent-sessions. @throws RpcError as for every client */
  invoke<R extends keyof MemberRpcs>(
    actor: MemberActor,
    rpc: R,
    input: MemberRpcs[R]['input'],
    signal: AbortSignal,
  ): Promise<MemberRpcs[R]['output']>;
  /** Invokes an action of a session. @throws RpcError as for every client */
  act<A extends MemberAction>(
    actor: MemberActor,
    session: string,
    action: A,
    input: ActionInput<A>,
    signal: AbortSignal,
  ): Promise<void>;
}

import type { Agents } from '../../agents/index.js';
import type { Contexts } from '../../contexts/index.js';
import type { Running } from '../../datastore/index.js';
import type { Queries, Store, Tx } from '../../store/index.js';
import type { Schema } from '../../yang/index.js';
import type { AssuranceProfile } from '../assurance/profile.js';
import type { CheckpointRows } from '../checkpoint/rows.js';
import type { Sign } from '../checkpoint/signature.js';
import type { Actor } from '../course/needs.js';
import type { Definitions } from '../engine/definitions.js';
import type { Engine } from '../engine/engine.js';
import type { GateMeans } from '../gate/means.js';
import type { ProofKey } from '../gate/proof.js';
import type { Dag } from '../model/dag.js';
import type { Forced } from '../recovery/means.js';
import type { Changers } from '../revision/changers.js';
import type { Revisions } from '../revision/revisions.js';
import type { RollbackRows } from '../rollback/rows.js';
import type { Plans } from '../run/plan.js';
import type { Pools } from '../run/pools.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import type { RunRows } from '../run/rows.js';
import type { Turn } from '../run/turn.js';
import type { Values } from '../run/values.js';
import type { TriggerRows } from '../trigger/rows.js';
import type { Triggers } from '../trigger/triggers.js';

/** The services that the northbound of workflows needs. */
export interface WorkflowNeeds {
  readonly store: Store;
  readonly nodeId: string;
  readonly running: Pick<Running, 'tree'>;
  readonly agents: Pick<Agents, 'directory' | 'discovery'>;
  readonly revisions: Revisions;
  readonly changers: Changers;
  readonly definitions: Definitions;
  readonly engine: Engine;
  readonly rows: RunRows;
  readonly values: Values;
  readonly plans: Plans;
  readonly pools: Pools;
  readonly gates: GateMeans;
  readonly guardChangers: Changers;
  /** Returns the key with which the node signs votes. */
  readonly proofKey: () => Promise<ProofKey>;
  /** Returns the agents that execute a step, or may be found for it. */
  readonly mayExecute: (run: RunRecord, step: StepRecord, signal: AbortSignal) => Promise<readonly string[]>;
  readonly triggers: Triggers;
  readonly triggerRows: TriggerRows;
  /** Returns how the values of a run are stored; undefined: in clear. */
  readonly sealOf: (run: Pick<RunRecord, 'seal'>) => Promise<'sealed' | 'shredded' | undefined>;
  /** True for a graph whose values are sealed. */
  readonly wantsSeal: (dag: Dag) => boolean;
  /** Returns how long runs that have ended are kept, and how many checkpoints of a run. */
  readonly retention: () => {
    readonly days: number;
    readonly purge: 'expiry' | 'completion';
    readonly checkpoints: number;
  };
  /** Applies the sharing policies to a text. @throws RpcError access-denied, too-big */
  readonly shareable: Contexts['shareable'];
  /** The models of the node. */
  readonly schema: Schema;
  /** Returns the names of the event streams. */
  readonly streams: () => readonly string[];
  /** True for an agent that coordinates workflows. */
  readonly coordinates: (agent: string) => boolean;
  readonly checkpointRows: CheckpointRows;
  readonly rollbacks: RollbackRows;
  /** Refuses a journal or checkpoint that was changed. @throws RpcError app-tag `integrity` */
  readonly requireIntact: (queries: Queries, run: RunRecord, checkpoint: number) => Promise<void>;
  /** Lets a way back go on without what a person names. @throws RpcError data-missing */
  readonly force: (turn: Turn, number: number, forced: Forced) => Promise<void>;
  /** Returns an assurance profile; undefined when there is none any more. */
  readonly assurance: (name: string) => AssuranceProfile | undefined;
  /** Signs checkpoints and exported runs. */
  readonly sign: Sign;
  /** Returns the digest of the stored bytes of a data parameter. */
  readonly digestOf: (tx: Tx, param: string) => Promise<string | undefined>;
  /** True for the node itself, its users, and agents. */
  readonly isUser: (name: string) => boolean;
  /** Refuses a user who may not execute `yangent-tasks:assign`. @throws RpcError access-denied */
  readonly mayAssign: (actor: Actor) => void;
  /** Returns a graph with the defaults in use. @param content of a graph that the node does not have */
  readonly dagOf: (digest: string, content?: string) => Promise<Dag>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

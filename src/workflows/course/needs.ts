import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import type { AssignInput, NegotiateInput, OrderOptions, TaskOrders, TaskRecord, TaskWork } from '../../tasks/index.js';
import type { Authorize } from '../authorize/authorize.js';
import type { GateMeans } from '../gate/means.js';
import type { RunRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';

/** For whom, and as which agent, a run acts. */
export interface Actor {
  readonly user: string;
  /** The coordinator. */
  readonly agent: string;
  /** The run. */
  readonly run?: string;
  /** The content key with which its tasks are sealed. */
  readonly seal?: string;
}

/** The agents that a query has found, the best first. */
export type Candidates = Awaited<ReturnType<TaskOrders['candidates']>>;

/** An assignment before its defaults. */
export type Order = Omit<Partial<AssignInput>, 'verification' | 'policy'> & {
  readonly verification?: Partial<AssignInput['verification']>;
  readonly policy?: Partial<AssignInput['policy']>;
};

/** A question for the feasibility of a task. */
export type Question = Required<Pick<NegotiateInput, 'from' | 'to' | 'task-id' | 'type' | 'content'>>;

/** The input of the rpc `start`, with the defaults in use. */
export type StartInput = YangentWorkflowsProvider['rpcs']['start']['input'];

/** The door through which runs act, which is that of every client. */
export interface Door {
  /** Returns the call of a user that a coordinator acts for. */
  call(actor: Actor, signal: AbortSignal): Call;
  /** Admits the start of a run, as that of every client. @throws RpcError as yangent-workflows:start */
  admitStart(tx: Tx, actor: Actor, input: object): Promise<{ readonly input: StartInput; readonly call: Call }>;
  /** Assigns a task. @throws RpcError as yangent-tasks:assign */
  assign(tx: Tx, actor: Actor, order: Order, o: OrderOptions): Promise<TaskRecord>;
  /** Asks an agent whether it could do a task. @throws RpcError as yangent-tasks:negotiate */
  ask(tx: Tx, actor: Actor, question: Question): Promise<TaskRecord>;
  /** Finds agents. @throws RpcError when there are none */
  find(actor: Actor, query: NonNullable<AssignInput['discover']>, signal: AbortSignal): Promise<Candidates>;
}

/** A request for the document of a definition, which another node gets. */
export interface DocumentOrder {
  readonly definition: string;
  readonly version?: string;
  readonly input: unknown;
}

/** A request for a run that a step of another run, or a task, starts. */
export interface ChildOrder {
  readonly id: string;
  readonly definition: string;
  readonly version?: string;
  /** JSON object. */
  readonly input: unknown;
  readonly deadline?: number;
  readonly item: number;
  readonly node: string;
}

/** The services for the course of a run. */
export interface CourseNeeds {
  readonly door: Door;
  readonly nodeId: string;
  readonly work: Pick<TaskWork, 'cancel' | 'suspend' | 'resume'>;
  readonly authorize: Authorize;
  /** Refuses what is done for an initiator that is no user any more. @throws RpcError access-denied */
  readonly requireInitiator: (run: RunRecord) => void;
  /** The rules and the users by which steps wait for persons. */
  readonly gates: GateMeans;
  /** True while everything autonomous is stopped. */
  readonly halted: () => boolean;
  /** Returns the document of a definition (structure `dag`). @throws RpcError when the initiator may not run it */
  readonly documentOf: (turn: Turn, order: DocumentOrder) => Promise<object>;
  /** Starts a child run, after this turn and in its transaction. */
  readonly startChild: (turn: Turn, order: ChildOrder) => void;
  /** Cancels a child run, after this turn and in its transaction. */
  readonly cancelChild: (turn: Turn, run: string, reason: string) => void;
  /** Acts on a child run, after this turn and in its transaction. @param by user or agent that caused it */
  readonly onChild: (run: string, by: string, act: (child: Turn) => Promise<void>) => void;
  /** Ends the task of a run that has ended; tells its parent step, after this turn and in its transaction. */
  readonly runEnded: (turn: Turn) => Promise<void>;
}

/** The services for the task of a step. */
export type TaskMeans = Pick<CourseNeeds, 'door' | 'nodeId' | 'work' | 'authorize' | 'requireInitiator'>;

/** The services of one turn, and the agents that were found for it. */
export interface TurnMeans extends CourseNeeds {
  /** The agents that were found before the transaction, by `foundKey`. */
  readonly found: ReadonlyMap<string, Candidates | Error>;
}

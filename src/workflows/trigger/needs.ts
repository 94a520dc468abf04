import type { Running } from '../../datastore/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { NotifyAll } from '../../server/index.js';
import type { Store } from '../../store/index.js';
import type { TaskWork } from '../../tasks/index.js';
import type { Actor, Door } from '../course/needs.js';
import type { Definitions } from '../engine/definitions.js';
import type { Engine } from '../engine/engine.js';
import type { RunRows } from '../run/rows.js';
import type { TriggerRows } from './rows.js';

/** The services by which triggers start runs. */
export interface FiringNeeds {
  readonly store: Store;
  readonly running: Pick<Running, 'tree'>;
  readonly rows: TriggerRows;
  readonly runs: RunRows;
  readonly definitions: Definitions;
  readonly engine: Engine;
  readonly door: Pick<Door, 'call'>;
  readonly work: Pick<TaskWork, 'get'>;
  readonly notify: NotifyAll<YangentWorkflowsProvider>;
  /** Refuses a user who may not execute `start`, or who is no user any more. @throws RpcError access-denied */
  readonly mayStart: (actor: Actor) => void;
  /** Refuses a user who may not execute `yangent-tasks:assign`. @throws RpcError access-denied */
  readonly mayAssign: (actor: Actor) => void;
  /** True while everything autonomous is stopped. */
  readonly halted: () => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The tasks that were assigned in sessions. */

import type { YangentSessions_TaskMode as TaskMode } from '../../generated/index.js';
import type { Queries, Tx } from '../../store/index.js';
import type { TaskState } from '../../tasks/index.js';
import type { AgentSessionTaskTable } from './database.js';

export type { TaskMode, TaskState };

export interface SessionTask {
  /** Identifier on this node. */
  readonly task: string;
  readonly session: string;
  /** Identifier that its assigner gave to all tasks of the message. */
  readonly given: string;
  /** Identifier of the task alone at its assigner. */
  readonly taskId: string;
  readonly assigner: string;
  readonly assignee: string;
  readonly mode: TaskMode;
  readonly state: TaskState;
  readonly hasEnded: boolean;
  /** Number of the message by which it was assigned. */
  readonly sequence: number;
  /** Milliseconds since 1970: when members were last told how far it is. */
  readonly told: number;
}

const COLUMNS = 'task, session, given, task_id, assigner, assignee, mode, state, ended, sequence, told';

const OF_AGENTS = `and (assigner in (select value from json_each(?4)) or assignee in (select value from json_each(?4)))`;

export class SessionTaskRows {
  constructor(private readonly reads: Queries) {}

  async get(task: string, from: Queries = this.reads): Promise<SessionTask | undefined> {
    const [row] = await from.query<AgentSessionTaskTable>(`select ${COLUMNS} from agent_session_task where task = ?`, [
      task,
    ]);
    return row && recordOf(row);
  }

  /** @param agents only tasks that one of these assigned or executes */
  async page(
    session: string,
    after: string,
    limit: number,
    agents: readonly string[] | 'all' = 'all',
  ): Promise<readonly SessionTask[]> {
    const [among, parameters] = agents === 'all' ? ['', []] : [OF_AGENTS, [JSON.stringify(agents)]];
    const rows = await this.reads.query<AgentSessionTaskTable>(
      `select ${COLUMNS} from agent_session_task where session = ?1 and task > ?2 ${among} order by task limit ?3`,
      [session, after, limit, ...parameters],
    );
    return rows.map(recordOf);
  }

  /** Returns the tasks of a session that have not ended. */
  async unfinished(tx: Tx, session: string): Promise<readonly SessionTask[]> {
    const rows = await tx.query<AgentSessionTaskTable>(
      `select ${COLUMNS} from agent_session_task where session = ? and ended = 0 order by task`,
      [session],
    );
    return rows.map(recordOf);
  }

  /** Returns the tasks of a session that these names mean: identifiers of this node, or those that assigners gave. */
  async named(tx: Tx, session: string, names: readonly string[]): Promise<readonly SessionTask[]> {
    const places = names.map(() => '?').join(', ');
    const rows = await tx.query<AgentSessionTaskTable>(
      `select ${COLUMNS} from agent_session_task where session = ? and (task in (${places}) or task_id in (${places}) or given in (${places}))
         order by task`,
      [session, ...names, ...names, ...names],
    );
    return rows.map(recordOf);
  }

  async add(tx: Tx, row: SessionTask): Promise<void> {
    const { task, session, given, taskId, assigner, assignee, mode, state, hasEnded, sequence, told } = row;
    await tx.change(`insert into agent_session_task (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
      ...[task, session, given, taskId, assigner, assignee, mode, state, hasEnded ? 1 : 0],
      ...[sequence, told],
    ]);
  }

  /** Stores the state of a task, and when members were told of it. */
  async setState(tx: Tx, { task, state, hasEnded, told }: SessionTask): Promise<void> {
    await tx.change('update agent_session_task set state = ?, ended = ?, told = ? where task = ?', [
      ...[state, hasEnded ? 1 : 0, told],
      task,
    ]);
  }

  /** Sets the mode of all unfinished tasks of a session. */
  async setMode(tx: Tx, session: string, mode: TaskMode): Promise<void> {
    await tx.change('update agent_session_task set mode = ? where session = ? and ended = 0', [mode, session]);
  }

  /** Gives the tasks of an agent that is no more to the name under which it is remembered. */
  async rename(tx: Tx, agent: string, former: string): Promise<void> {
    await tx.change('update agent_session_task set assigner = ? where assigner = ?', [former, agent]);
    await tx.change('update agent_session_task set assignee = ? where assignee = ?', [former, agent]);
  }

  async removeOf(tx: Tx, session: string): Promise<void> {
    await tx.change('delete from agent_session_task where session = ?', [session]);
  }
}

function recordOf({ task_id, mode, state, ended, sequence, told, ...row }: AgentSessionTaskTable): SessionTask {
  return {
    ...row,
    taskId: task_id,
    mode: mode as TaskMode,
    state: state as TaskState,
    hasEnded: Number(ended) === 1,
    sequence: Number(sequence),
    told: Number(told),
  };
}

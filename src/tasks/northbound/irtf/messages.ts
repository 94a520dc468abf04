/** Messages of the draft (`irtf-agent:tasks`, seed 004 §5.2): their header and body, and the last one each user wrote. */
import { booleanOf, type Members, membersOf, textOf } from '../../../data/rfc7951/members.js';
import type { Call } from '../../../server/index.js';
import type { Store, Tx } from '../../../store/index.js';

export interface Message {
  readonly from?: string;
  readonly to?: string;
  readonly commuType?: string;
  readonly taskId?: string;
  readonly content?: string;
  readonly async?: boolean;
  readonly status?: string;
  readonly msgData?: string;
  /** The earlier exchange to which it belongs. */
  readonly context?: string;
  readonly subscription: Members;
  /** As it was written. */
  readonly value: Members;
}

export function messageOf(value: Members): Message {
  return {
    from: textOf(value, 'task-sendFrom'),
    to: textOf(value, 'task-sendTo'),
    commuType: textOf(value, 'commuType'),
    taskId: textOf(value, 'task-id'),
    content: textOf(value, 'content'),
    async: booleanOf(value, 'task-async'),
    status: textOf(value, 'task-status'),
    msgData: textOf(value, 'msg-data'),
    context: textOf(value, 'context'),
    subscription: membersOf(value, 'task-subscription'),
    value,
  };
}

export interface KeptMessage {
  readonly value: Members;
  /** The task it is about. */
  readonly task?: string;
}

const NODE = '';

/** The last message of each user: with each agent, and with anyone. */
export class Messages {
  constructor(private readonly store: Store) {}

  /** The message that `irtf-agent:tasks` shows the caller on the endpoint that is used. */
  async shown(call: Call, sql: Tx['sql'] = this.store.reads): Promise<KeptMessage | undefined> {
    const agent = call.view.kind === 'agent' ? call.view.agent : NODE;
    const row = await sql
      .selectFrom('task_message')
      .selectAll()
      .where('user', '=', call.user)
      .where('agent', '=', agent)
      .executeTakeFirst();
    if (!row) return undefined;
    const value: Members = JSON.parse(row.message);
    return { value, ...(row.task === null ? {} : { task: row.task }) };
  }

  async keep(tx: Tx, call: Call, message: KeptMessage, agents: readonly string[]): Promise<void> {
    for (const agent of new Set([NODE, ...agents])) {
      const row = { user: call.user, agent, task: message.task ?? null, message: JSON.stringify(message.value) };
      await tx.sql
        .insertInto('task_message')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user', 'agent']).doUpdateSet(row))
        .execute();
    }
  }

  /** Forgets the message shown on the caller's endpoint; what it caused stays. */
  async forget(tx: Tx, call: Call): Promise<void> {
    const agent = call.view.kind === 'agent' ? call.view.agent : NODE;
    await tx.sql.deleteFrom('task_message').where('user', '=', call.user).where('agent', '=', agent).execute();
  }
}

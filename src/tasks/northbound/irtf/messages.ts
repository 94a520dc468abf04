/** Messages of the draft (`irtf-agent:tasks`, seed 004 §5.2): their header and body, and the last one each user wrote. */
import type { IrtfAgentConfig } from '../../../generated/providers.js';
import type { Call, OwnedWrite } from '../../../server/index.js';
import type { Store, Tx } from '../../../store/index.js';
import type { ContentSealing } from '../../record/sealed.js';

/** A message as written and shown: the RFC 7951 value of `/irtf-agent:tasks`. */
export type MessageValue = IrtfAgentConfig['/irtf-agent:tasks']['value'];
/** A received message. A merged one may lack mandatory leaves. */
export type SentMessage = OwnedWrite<IrtfAgentConfig['/irtf-agent:tasks']>['value'];

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
  readonly subscription: NonNullable<SentMessage['task-subscription']>;
  /** As it was written. */
  readonly value: SentMessage;
}

export function messageOf(value: SentMessage): Message {
  return {
    from: value['task-sendFrom'],
    to: value['task-sendTo'],
    commuType: value.commuType,
    taskId: value['task-id'],
    content: value.content,
    async: value['task-async'],
    status: value['task-status'],
    msgData: value['msg-data'],
    context: value.context,
    subscription: value['task-subscription'] ?? {},
    value,
  };
}

/** Operation of a message without `commuType`. */
export const DEFAULT_OPERATION = 'taskAssign';

export interface KeptMessage {
  readonly value: MessageValue;
  /** The task it is about. */
  readonly task?: string;
  /** The content key of that task. */
  readonly seal?: string;
}

const NODE = '';

/** The last message of each user: on the endpoint of each agent, and on that of the node. */
export class Messages {
  constructor(
    private readonly store: Store,
    private readonly content: ContentSealing,
  ) {}

  /** Returns the message that `irtf-agent:tasks` shows to the caller on its endpoint. */
  async shown(call: Call, sql: Tx['sql'] = this.store.reads): Promise<KeptMessage | undefined> {
    const agent = call.view.kind === 'agent' ? call.view.agent : NODE;
    const row = await sql
      .selectFrom('task_message')
      .selectAll()
      .where('user', '=', call.user)
      .where('agent', '=', agent)
      .executeTakeFirst();
    if (!row) return undefined;
    const text = await this.content.open(placeOf(call.user, agent), row.message);
    if (text === undefined) return undefined;
    const value: MessageValue = JSON.parse(text);
    return { value, ...(row.task === null ? {} : { task: row.task }) };
  }

  async keep(tx: Tx, call: Call, message: KeptMessage, agents: readonly string[]): Promise<void> {
    for (const agent of new Set([NODE, ...agents])) {
      const text = JSON.stringify(message.value);
      const { seal } = message;
      const stored = seal === undefined ? text : await this.content.seal(seal, placeOf(call.user, agent), text);
      const row = { user: call.user, agent, task: message.task ?? null, message: stored };
      await tx.sql
        .insertInto('task_message')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user', 'agent']).doUpdateSet(row))
        .execute();
    }
  }

  /** Deletes the message shown on the caller's endpoint. Its effects stay. */
  async forget(tx: Tx, call: Call): Promise<void> {
    const agent = call.view.kind === 'agent' ? call.view.agent : NODE;
    await tx.sql.deleteFrom('task_message').where('user', '=', call.user).where('agent', '=', agent).execute();
  }
}

function placeOf(user: string, agent: string): string {
  return `message of ${user} at ${agent}`;
}

/** One WebSocket of one agent: frames in, frames out, and the position of the agent. */
import { type CallerApi, RpcError, type Socket } from '../../src/index.js';
import { Claims } from './claims.js';
import { type Command, commandOf } from './command.js';
import { fault, shown, unlessGone } from './fault.js';
import { type Fields, type Form, parseFrame } from './frame.js';
import { type Group, readGroup } from './group.js';
import { type Gap, Inbox, type Received, type Rejected } from './inbox.js';
import { carryOut, type IncomingOptions, query, register, toldRegistration } from './incoming.js';
import { KnownGroups } from './known.js';
import type { Names, Self } from './names.js';
import { type Told, textOf, toldError, toldGroup, toldInvitation, toldMessage } from './outgoing.js';
import { Positions } from './positions.js';

/** Close codes (RFC 6455 §7.4.1). */
const UNSUPPORTED = 1003;
const POLICY = 1008;
const TRY_AGAIN_LATER = 1013;
/** Frames in a row that were refused, after which the connection ends. */
const MAX_ERRORS = 100;

export interface ConnectionOptions {
  readonly as: CallerApi;
  readonly socket: Socket;
  readonly names: Names;
  readonly self: Self;
  /** True when the agent is registered, and the caller's. */
  readonly isRegistered: boolean;
}

/** Serves a connection until it is closed. */
export function serveConnection(o: ConnectionOptions): Promise<undefined> {
  return new Connection(o).serve();
}

class Connection {
  #form: Form = 'flat';
  #errors = 0;
  /** Set once the agent is registered. */
  #agent: IncomingOptions | undefined;
  readonly #known = new KnownGroups();
  constructor(private readonly o: ConnectionOptions) {}

  /** Begins to tell the agent its messages. */
  #begin(): void {
    const { as, self, names, socket } = this.o;
    const failed = (error: unknown) => this.#close(error);
    const inbox = new Inbox(as, self.id);
    const positions = new Positions(socket, inbox, failed);
    const claims = new Claims(as, self.id);
    const agent = { as, self, names, claims, positions, known: this.#known };
    this.#agent = agent;
    this.#deliver(agent, inbox).catch((error: unknown) => {
      if (!socket.signal.aborted) failed(error);
    });
  }

  /** Reads frames until the socket is closed. */
  async serve(): Promise<undefined> {
    const { isRegistered, socket } = this.o;
    try {
      if (isRegistered) this.#begin();
      for await (const message of socket.messages) {
        if (typeof message !== 'string') {
          socket.close(UNSUPPORTED, 'frames are texts');
          return;
        }
        await this.#answer(message);
        if (this.#errors >= MAX_ERRORS) {
          socket.close(POLICY, `${MAX_ERRORS} frames in a row were refused`);
          return;
        }
      }
    } finally {
      await this.#agent?.claims.release();
    }
  }

  async #answer(message: string): Promise<void> {
    let fields: Fields = {};
    try {
      const { form, ...read } = parseFrame(message);
      this.#form = form;
      fields = read;
      this.#requireOwn(fields);
      const told = await this.#carryOut(commandOf(fields));
      this.#errors = 0;
      for (const each of told) await this.#write(each);
    } catch (error) {
      if (!(error instanceof RpcError) || this.o.socket.signal.aborted) throw error;
      this.#errors += 1;
      await this.#write(toldError(error, '', fields.group, fields.messageId));
    }
  }

  #requireOwn({ sender }: Fields): void {
    const { id, name } = this.o.self;
    if (sender === undefined || sender === id || sender === name) return;
    throw fault('access-denied', `this is the connection of ${shown(name)}; "sender" must name it, or be absent`);
  }

  async #carryOut(command: Command): Promise<readonly Told[]> {
    if (this.#agent) return carryOut(this.#agent, command);
    const { as, self } = this.o;
    if (command.kind === 'query') return [await query(as, command.text)];
    if (command.kind !== 'register')
      throw fault(
        'operation-failed',
        `agent ${shown(self.name)} is not registered, or an operator has yet to approve it: send a frame of type "registration"`,
      );
    const { approved } = await register(as, self, command);
    const told = toldRegistration(self, approved);
    // One that an operator has yet to approve cannot speak.
    if (approved !== false) this.#begin();
    return [told];
  }

  async #deliver(agent: IncomingOptions, inbox: Inbox): Promise<void> {
    for await (const item of inbox.items(this.o.socket.signal))
      if ('message' in item) await this.#tell(agent, item.message);
      else if ('rejected' in item) await this.#tellRejected(inbox, item.rejected);
      else await this.#tellGap(agent, item.gap);
  }

  async #tell(agent: IncomingOptions, message: Received): Promise<void> {
    const { names, self } = this.o;
    const { session, type } = message;
    const sequence = Number(message.sequence);
    if (agent.positions.has(session, sequence)) return;
    if (isInvitation(message, self.id)) return this.#tellInvitation(agent, message);
    if (!this.#known.has(session)) {
      const group = await unlessGone(readGroup(agent.as, session));
      const isFirst = this.#known.meet(session, group?.state ?? 'open');
      if (group && isFirst) await this.#write(await toldGroup(session, group, names, await this.#initiator(group)));
    }
    const told = await toldMessage(message, names, this.#known);
    if (type === 'yangent-sessions:task-assignment' && message['next-speaker']?.includes(self.id)) {
      // The assigner may have left it to the node to name the task.
      const taskId = await agent.claims.claimOf(session, sequence);
      await this.#write({ ...told, task_id: told.task_id ?? taskId });
    } else await this.#write(told);
    agent.positions.wrote(session, sequence);
  }

  /** An invitation is told by each connection until the agent answers it: the pongs of its client do not acknowledge it. */
  async #tellInvitation({ as }: IncomingOptions, message: Received): Promise<void> {
    const { session } = message;
    const group = await unlessGone(readGroup(as, session));
    if (!group) return;
    const told = await toldGroup(session, group, this.o.names, await this.#initiator(group));
    await this.#write(toldInvitation(told, message));
  }

  /** The frame was answered when the message was stored; the home of the group, which is another node, has refused it. */
  async #tellRejected(inbox: Inbox, rejected: Rejected): Promise<void> {
    const { session, id } = rejected;
    const message = rejected['error-message'] ?? 'the home of the group has refused the message';
    const error = { tag: rejected['error-tag'], appTag: rejected['error-app-tag'], message };
    await this.#write(toldError(error, '', session, id));
    await inbox.acknowledgeRejected(rejected);
  }

  async #tellGap({ positions }: IncomingOptions, { session, count, through }: Gap): Promise<void> {
    const sequence = Number(through);
    if (positions.has(session, sequence)) return;
    await this.#write({ sender: '', group_id: session, type: 'gap', count: Number(count), sequence });
    positions.wrote(session, sequence);
  }

  async #initiator({ coordinator }: Group): Promise<string> {
    return coordinator === undefined ? '' : this.o.names.nameOf(coordinator);
  }

  async #write(told: Told): Promise<void> {
    await this.o.socket.write(textOf(told, this.#form));
  }

  /** Ends the connection when the node gives nothing more: the login has ended, the agent is another's now, or there is no room. */
  #close(error: unknown): void {
    const { socket } = this.o;
    if (!(error instanceof RpcError)) socket.close(TRY_AGAIN_LATER, 'the messages could not be told');
    else if (error.tag === 'resource-denied')
      socket.close(TRY_AGAIN_LATER, 'the node has no room; connect again later');
    else socket.close(POLICY, 'the node gives this agent no more messages; connect again to learn why');
  }
}

/** True for the message by which this agent is invited, and which it is to answer. */
function isInvitation({ membership }: Received, agent: string): boolean {
  return membership?.agent === agent && membership.state === 'invited';
}

/** Another node, to which agents of this node assign tasks. */

import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { RpcError } from '../data/index.js';
import type { Rpcs } from '../generated/index.js';
import type { Batch, HomeAction, OutputOf, SessionAct } from '../sessions/index.js';
import { buildPrompt, type Prompt } from '../tasks/index.js';
import {
  type ActionOutput,
  type Asked,
  type AssignerAction,
  notByModel,
  readActionOutput,
  readChanged,
  readOutput,
  readSessionOutput,
  wholeOutput,
} from './answer.js';
import { Feed } from './feed.js';
import { type InboxMessage, type InboxOptions, messagesOf, type PeerMessage, type SessionOrder } from './messages.js';
import { NetconfWire } from './netconf-wire.js';
import { type Bounds, boundsOf, type CallOptions, type PeerOptions } from './options.js';
import { patiently } from './patience.js';
import { changeOf, type NegotiationAnswer, type TaskChange, type TaskRecord } from './record.js';
import { RestconfWire } from './restconf-wire.js';
import { PeerTask, type Speech, type TaskWays } from './task.js';
import type { Wire, WireEvents } from './wire.js';

type AssignInput = Rpcs['yangent-tasks:assign']['input'];
type AssignAnswer = Rpcs['yangent-tasks:assign']['output'];
type DiscoverInput = Rpcs['yangent-agents:discover']['input'];
type ResolveInput = Rpcs['yangent-peers:resolve']['input'];
type Positions = Rpcs['yangent-sessions:acknowledge']['input']['position'];
type CapabilityInput = Rpcs['yangent-agents:negotiate-capability']['input'];

/** The receiver of a task: an agent, or the best match of a query. */
type Receiver =
  | { readonly to: string; readonly discover?: undefined }
  | { readonly discover: NonNullable<AssignInput['discover']>; readonly to?: undefined };

/**
 * A task to be assigned: the input of `yangent-tasks:assign`. Instead of the prompt `content`, its sections may be given:
 * `description`, `object`, `environment`. Default of `from`: the agent of the peer.
 */
export type Order = Partial<Omit<AssignInput, 'to' | 'discover' | 'async' | 'wait'>> & Partial<Prompt> & Receiver;

/** An assigned task, and the answer of the node. */
export interface AssignedTask extends PeerTask {
  readonly assignment: AssignAnswer;
}

/** A negotiation before any task is assigned: the input of `yangent-tasks:negotiate`. */
export type Negotiation = Speech & {
  readonly to?: string;
  readonly from?: string;
  readonly id?: string;
  readonly 'task-id'?: string;
};

/** A node that is reached over RESTCONF or NETCONF; the code that connected it closes it. */
export interface Peer {
  /** Its address, for messages. */
  readonly place: string;
  /**
   * Assigns a task. With a `task-id` it can be repeated safely, also after a crash of this program: the same order returns the
   * same task. Without it, one is made, and the request is repeated while the node cannot be reached.
   * @throws RpcError as the node answered; of type transport when it cannot be reached
   */
  assign(order: Order, options?: CallOptions): Promise<AssignedTask>;
  /** Returns a task by its identifier on the node, without a check that it exists. */
  task(id: string): PeerTask;
  /** Finds a task by its task-id from the assigner. @throws RpcError data-missing when there is none that the user may see */
  findTask(taskId: string, from?: string, options?: CallOptions): Promise<PeerTask>;
  /**
   * Asks an agent, before a task is assigned, whether a task can be done or a result is satisfactory; or adds a later round.
   * With a number of the round, and a task, thread or `task-id`, it is repeated while the node cannot be reached, and may be
   * repeated safely. Otherwise it is sent once.
   * @throws RpcError as the node answered, with app-tag round-taken when the round has another content
   */
  negotiate(negotiation: Negotiation, options?: CallOptions): Promise<NegotiationAnswer>;
  /** Returns matching agents, best first. */
  discover(query: DiscoverInput, options?: CallOptions): Promise<Rpcs['yangent-agents:discover']['output']>;
  /** Returns the capabilities of an agent, and the missing ones. */
  negotiateCapability(
    wanted: CapabilityInput,
    options?: CallOptions,
  ): Promise<Rpcs['yangent-agents:negotiate-capability']['output']>;
  /** Says where an agent is. @throws RpcError data-missing when there is none that the user may find */
  resolve(wanted: ResolveInput, options?: CallOptions): Promise<Rpcs['yangent-peers:resolve']['output']>;
  /**
   * Opens a session. Without a `request-id`, one is made, and the request is repeated while the node cannot be reached.
   * @throws RpcError as the node answered; of type transport when it cannot be reached
   */
  open(session: SessionOrder, options?: CallOptions): Promise<Rpcs['yangent-sessions:open']['output']>;
  /**
   * Sends a message. Without an `id`, one is made, and the request is repeated while the node cannot be reached: it is stored once.
   * @throws RpcError as the node answered; of type transport when it cannot be reached
   */
  send(message: PeerMessage, options?: CallOptions): Promise<Rpcs['yangent-sessions:send']['output']>;
  /**
   * Yields the messages that wait for an agent, without end. Each is acknowledged when the next is asked for; one at which the loop is
   * left comes again later. While the node cannot be reached, it is asked again.
   * @throws RpcError as the node answered; the reason of the signal
   */
  inbox(options?: InboxOptions): AsyncGenerator<InboxMessage, void>;
  /**
   * Invokes an rpc of the node with RFC 7951 values, typed for the models of yangent. It is sent once: after an interrupted
   * request, only the node knows whether it was executed.
   * @throws RpcError
   */
  invoke<Name extends keyof Rpcs>(
    rpc: Name,
    input: Rpcs[Name]['input'],
    options?: CallOptions,
  ): Promise<Rpcs[Name]['output']>;
  invoke<Name extends string>(
    rpc: Name extends keyof Rpcs ? never : Name,
    input: object,
    options?: CallOptions,
  ): Promise<unknown>;
  /** Ends all requests. Never rejects; may be called twice. */
  close(): Promise<void>;
}

/**
 * Connects to another node.
 * @throws RpcError of type transport when it cannot be reached, access-denied when the login fails; TypeError for an invalid
 *   address, or when credentials would be sent unencrypted over a network
 */
export function connectPeer(options: PeerOptions): Promise<Peer> {
  return connectNode(options);
}

/** Like `connectPeer`, but returns the wire too, for this folder. */
export async function connectNode(options: PeerOptions): Promise<NodePeer> {
  options.signal?.throwIfAborted();
  const bounds = boundsOf(options);
  const wire = options.url === undefined ? new NetconfWire(options, bounds) : new RestconfWire(options, bounds);
  try {
    await wire.greet({ signal: options.signal });
  } catch (error) {
    await wire.close();
    throw error;
  }
  return new NodePeer(wire, bounds, options.as, options.signal);
}

export class NodePeer implements Peer {
  readonly place: string;
  readonly #closed = new AbortController();
  /** Feed of all tasks that `as` has assigned. */
  readonly #ownFeed: Feed | undefined;

  constructor(
    readonly wire: Wire,
    private readonly bounds: Bounds,
    private readonly as: string | undefined,
    signal: AbortSignal | undefined,
  ) {
    this.place = wire.place;
    // Every running request listens to it.
    setMaxListeners(0, this.#closed.signal);
    this.#ownFeed = as === undefined ? undefined : this.#feedOf({ leaf: 'from', value: as });
    signal?.addEventListener('abort', () => void this.close(), { once: true, signal: this.#closed.signal });
  }

  async assign(order: Order, options: CallOptions = {}): Promise<AssignedTask> {
    const { object, description, environment, content, ...terms } = order;
    const words = { object, description: description ?? '', environment };
    const input = {
      ...terms,
      from: this.#speaker(order.from),
      'task-id': order['task-id'] ?? randomUUID(),
      content: description === undefined ? content : buildPrompt(words),
      async: true,
    };
    const assignment = await this.#repeat('yangent-tasks:assign', input, options);
    return Object.assign(this.#taskOf(assignment.id, input.from === this.as), { assignment });
  }

  task(id: string): PeerTask {
    return this.#taskOf(id, false);
  }

  async findTask(taskId: string, from?: string, options: CallOptions = {}): Promise<PeerTask> {
    const speaker = this.#speaker(from);
    const { task } = await this.#repeat('yangent-tasks:query', { from: speaker, 'task-id': taskId }, options);
    const { id } = this.#about(task, 'task-id', taskId);
    return this.#taskOf(id, speaker === this.as);
  }

  negotiate({ content, ...rest }: Negotiation, options: CallOptions = {}): Promise<NegotiationAnswer> {
    return this.#negotiate({ ...rest, from: this.#speaker(rest.from), content: textsOf(content) }, options);
  }

  discover(query: DiscoverInput, options: CallOptions = {}) {
    return this.#repeat('yangent-agents:discover', query, options);
  }

  negotiateCapability(wanted: CapabilityInput, options: CallOptions = {}) {
    return this.#repeat('yangent-agents:negotiate-capability', { from: this.as, ...wanted }, options);
  }

  resolve(wanted: ResolveInput, options: CallOptions = {}) {
    return this.#repeat('yangent-peers:resolve', wanted, options);
  }

  open(session: SessionOrder, options: CallOptions = {}) {
    const own = { 'request-id': session['request-id'] ?? randomUUID(), from: session.from ?? this.as };
    return this.#repeat('yangent-sessions:open', { ...session, ...own }, options);
  }

  send(message: PeerMessage, options: CallOptions = {}) {
    const { id = randomUUID(), from = this.as, type = 'yangent-sessions:discussion', wait = 0 } = message;
    const input = { ...message, id, from, type, wait };
    return this.#repeat('yangent-sessions:send', input, this.#patient(options, wait));
  }

  inbox({ agent, ...options }: InboxOptions = {}): AsyncGenerator<InboxMessage, void> {
    return messagesOf(
      {
        receive: (input, bounds) =>
          this.#repeat('yangent-sessions:receive', input, this.#patient(bounds, input.wait ?? 0)),
        acknowledge: async (input, bounds) => {
          const bound = this.#bound(bounds);
          const { patience } = this.bounds;
          await patiently(patience, bound.signal, () => this.wire.invoke('yangent-sessions:acknowledge', input, bound));
        },
      },
      this.#speaker(agent),
      options,
    );
  }

  /** Returns what waits for all agents of this login together, within these seconds. Nothing is repeated. */
  receiveAll({ max, wait }: { readonly max: number; readonly wait: number }, options: CallOptions): Promise<Batch> {
    const input: Rpcs['yangent-sessions:receive']['input'] = { max, wait };
    return this.#once<'yangent-sessions:receive'>(
      'yangent-sessions:receive',
      input,
      this.#patient(this.#bound(options), wait),
    );
  }

  /** Acknowledges what was received for all agents of this login. */
  async acknowledgeAll(positions: Positions, options: CallOptions): Promise<void> {
    await this.wire.invoke('yangent-sessions:acknowledge', { position: positions }, this.#bound(options));
  }

  /** Sends a message, once. */
  sendOnce(message: Rpcs['yangent-sessions:send']['input'], options: CallOptions) {
    return this.#once('yangent-sessions:send', message, this.#bound(options));
  }

  /** Invokes an action of a session, once. */
  async actIn<N extends HomeAction>(
    { session, name, input }: SessionAct<N>,
    options: CallOptions,
  ): Promise<OutputOf<N>> {
    const answer = await this.wire.act({ list: 'session', id: session }, name, input, this.#bound(options));
    return readSessionOutput(this.place, name, answer);
  }

  async invoke<Name extends keyof Rpcs>(
    rpc: Name,
    input: Rpcs[Name]['input'],
    options?: CallOptions,
  ): Promise<Rpcs[Name]['output']>;
  async invoke(rpc: string, input: object | undefined, options?: CallOptions): Promise<unknown>;
  async invoke(rpc: string, input: object | undefined, options: CallOptions = {}): Promise<unknown> {
    return wholeOutput(rpc, await this.wire.invoke(rpc, input ?? {}, this.#bound(options)));
  }

  async close(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort(closedError(this.place));
    await this.wire.close();
  }

  #negotiate(input: Rpcs['yangent-tasks:negotiate']['input'], options: CallOptions): Promise<NegotiationAnswer> {
    // The node answers when the other side has answered, or after its wait.
    const timeout = options.timeout ?? this.bounds.timeout + (input.wait ?? 0) * 1000;
    const canRepeat = input.round !== undefined && (input.id ?? input.thread ?? input['task-id']) !== undefined;
    const bounds = { ...options, timeout };
    return canRepeat
      ? this.#repeat('yangent-tasks:negotiate', input, bounds)
      : this.#once('yangent-tasks:negotiate', input, this.#bound(bounds));
  }

  #taskOf(id: string, own: boolean): PeerTask {
    const feed = (own ? this.#ownFeed : undefined) ?? this.#feedOf({ leaf: 'id', value: id });
    const read = async (options: CallOptions) => {
      const { task } = await this.#repeat('yangent-tasks:query', { id }, options);
      return this.#about(task, 'id', id);
    };
    const ways: TaskWays = {
      feed,
      read,
      act: (action, input, options) => this.#act(id, action, input, options),
      between: (replay, signal) => this.#between(id, replay, signal),
      negotiate: async ({ content, ...speech }, options) => {
        const { from } = await read(options);
        return this.#negotiate({ ...speech, content: textsOf(content), from, id }, options);
      },
    };
    return new PeerTask(id, ways);
  }

  #feedOf(about: WireEvents['about']): Feed {
    return new Feed(this.wire, { about, bounds: this.bounds, closing: this.#closed.signal });
  }

  async *#between(
    id: string,
    replay: NonNullable<WireEvents['replay']>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<TaskChange, void> {
    const { signal: either } = this.#bound({ signal });
    for await (const { value, eventTime } of this.wire.events({
      about: { leaf: 'id', value: id },
      replay,
      signal: either,
    }))
      yield changeOf(readChanged(this.place, value), eventTime).change;
    signal?.throwIfAborted();
  }

  /** Invokes an action of a task. */
  async #act<A extends AssignerAction>(
    id: string,
    action: A,
    input: object,
    options: CallOptions,
  ): Promise<ActionOutput<A>>;
  async #act(id: string, action: AssignerAction, input: object, options: CallOptions): Promise<unknown> {
    return readActionOutput(
      this.place,
      action,
      await this.wire.act({ list: 'task', id }, action, input, this.#bound(options)),
    );
  }

  /** Checks that a task is the one that was asked for. @throws RpcError not-by-model */
  #about(task: TaskRecord, leaf: 'id' | 'task-id', asked: string): TaskRecord {
    if (task[leaf] === asked) return task;
    const message = `it is of another task than that with the ${leaf} "${asked}"`;
    throw notByModel(this.place, 'an answer to yangent-tasks:query', { message });
  }

  /** Repeats an idempotent request. */
  async #repeat<Name extends Asked>(
    rpc: Name,
    input: Rpcs[Name]['input'],
    options: CallOptions,
  ): Promise<Rpcs[Name]['output']>;
  async #repeat(rpc: Asked, input: object, options: CallOptions): Promise<unknown> {
    const bound = this.#bound(options);
    return patiently(this.bounds.patience, bound.signal, () => this.#once(rpc, input, bound));
  }

  async #once<Name extends Asked>(
    rpc: Name,
    input: Rpcs[Name]['input'],
    options: CallOptions,
  ): Promise<Rpcs[Name]['output']>;
  async #once(rpc: Asked, input: object, options: CallOptions): Promise<unknown>;
  async #once(rpc: Asked, input: object, options: CallOptions): Promise<unknown> {
    // An output without members may be left out.
    return readOutput(this.place, rpc, (await this.wire.invoke(rpc, input, options)) ?? {});
  }

  /** Returns bounds for a request that the node answers only after a wait. @param seconds of that wait */
  #patient(options: CallOptions, seconds: number): CallOptions {
    return { ...options, timeout: options.timeout ?? this.bounds.timeout + seconds * 1000 };
  }

  #bound({ signal, timeout }: CallOptions): CallOptions & { readonly signal: AbortSignal } {
    const closed = this.#closed.signal;
    return { signal: signal ? AbortSignal.any([signal, closed]) : closed, timeout };
  }

  #speaker(from: string | undefined): string {
    const speaker = from ?? this.as;
    if (speaker !== undefined) return speaker;
    throw new RpcError({
      type: 'application',
      tag: 'missing-element',
      message: 'it is not said which agent speaks: give "as" to connectPeer, or "from"',
      info: { 'bad-element': 'from' },
    });
  }
}

function textsOf(content: Speech['content']): readonly string[] | undefined {
  return typeof content === 'string' ? [content] : content;
}

function closedError(place: string): RpcError {
  return new RpcError({ type: 'transport', tag: 'operation-failed', message: `the connection to ${place} was closed` });
}

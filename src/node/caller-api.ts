/** The node as one caller of a face sees it. */
import type { Principal } from '../access/index.js';
import { RpcError, toValue } from '../data/index.js';
import type { Data, Rpcs } from '../generated/index.js';
import {
  agentView,
  type Caller,
  type CallerApi,
  type FaceEvent,
  type Server,
  type TaskNews,
  type View,
  type Within,
} from '../server/index.js';
import { isFinal } from '../tasks/index.js';
import { invokeAction, invokeRpc, merge, readValue, treeOf } from './operations.js';

const CHANGED = 'yangent-tasks:task-changed';

/**
 * The node as one caller of a face sees it. A face may keep this longer than the login lasts. Each WebSocket keeps one or two, so that
 * the functions are those of the class, not its own.
 */
export class NodeCallerApi implements CallerApi {
  /** @param holds true while the login of a principal is valid */
  constructor(
    private readonly server: Server,
    private readonly caller: Caller,
    private readonly holds: (principal: Principal) => boolean,
  ) {}

  get principal(): Principal {
    return this.caller.principal;
  }

  at(agent: string): CallerApi {
    return new NodeCallerApi(this.server, atEndpoint(this.server, this.caller, agent), this.holds);
  }

  invoke<Name extends keyof Rpcs>(rpc: Name, input: Rpcs[Name]['input']): Promise<Rpcs[Name]['output']>;
  invoke(rpc: string, input: unknown): Promise<unknown>;
  async invoke(rpc: string, input: unknown): Promise<unknown> {
    this.#requireLogin();
    return invokeRpc(this.server, this.caller, rpc, input);
  }

  async act(path: string, input?: unknown): Promise<unknown> {
    this.#requireLogin();
    return invokeAction(this.server, this.caller, path, input);
  }

  read<Name extends keyof Data>(path: `/${Name}`): Promise<Data[Name]>;
  read(path: string): Promise<unknown>;
  async read(path: string): Promise<unknown> {
    this.#requireLogin();
    return readValue(this.server, this.caller, path);
  }

  async edit(document: Data | Readonly<Record<string, unknown>>): Promise<void> {
    this.#requireLogin();
    return merge(this.server, this.caller, treeOf(this.server, this.caller, document));
  }

  subscribe(stream: string, o: Following): AsyncIterable<FaceEvent> {
    return events(this.server, this.caller, stream, { ...o, holds: this.holds });
  }

  watch(task: string, { signal }: { readonly signal: AbortSignal }): AsyncIterable<TaskNews> {
    return news(this, task, signal);
  }

  #requireLogin(): void {
    requireLogin(this.holds, this.caller.principal);
  }
}

/** Returns the caller at the endpoint of an agent. @throws RpcError data-missing, as for an agent that is not there */
function atEndpoint(server: Server, caller: Caller, agent: string): Caller {
  const view = agentView(agent);
  if (!server.admits(view, caller.principal))
    throw new RpcError({ type: 'application', tag: 'data-missing', message: `there is no agent "${agent}"` });
  return new EndpointCaller(caller, view);
}

class EndpointCaller implements Caller {
  readonly principal: Principal;
  readonly session: number;
  readonly protocol: Caller['protocol'];
  readonly face?: string;
  readonly source?: string;
  readonly within?: Within;

  constructor(
    private readonly caller: Caller,
    readonly view: View,
  ) {
    const { principal, session, protocol, face, source, within } = caller;
    this.principal = principal;
    this.session = session;
    this.protocol = protocol;
    this.face = face;
    this.source = source;
    this.within = within;
  }

  /** That of a request is made on first use. */
  get signal(): AbortSignal {
    return this.caller.signal;
  }
}

/** @throws RpcError access-denied when the login has ended */
function requireLogin(holds: (principal: Principal) => boolean, principal: Principal): void {
  if (holds(principal)) return;
  const message = `the login of "${principal.name}" has ended`;
  throw new RpcError({ type: 'application', tag: 'access-denied', origin: 'caller', message });
}

interface Following {
  readonly after?: string;
  readonly signal: AbortSignal;
}

/** Ends with the request or socket of the caller, and with its login. */
async function* events(
  server: Server,
  caller: Caller,
  stream: string,
  { after, signal, holds }: Following & { readonly holds: (principal: Principal) => boolean },
): AsyncGenerator<FaceEvent, void> {
  requireLogin(holds, caller.principal);
  // Where they are one, as for a WebSocket, a signal that depends on it would hold as much as all other state of a silent stream.
  const either = signal === caller.signal ? signal : AbortSignal.any([signal, caller.signal]);
  // One by one: a face writes each event by itself, by the rights of that moment.
  for await (const [delivery] of server.subscribe(caller, { stream, after, atOnce: 1, signal: either })) {
    if (delivery?.kind !== 'event') continue;
    if (!holds(caller.principal)) return;
    const { id, time, node, notification } = delivery;
    yield { id, time, name: node.qname, value: toValue(notification) };
  }
}

/** Listens before it looks, so that no change is missed; what came meanwhile is told once, as it is by then. */
async function* news(
  api: Pick<CallerApi, 'invoke' | 'subscribe'>,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<TaskNews, void> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const changes = api.subscribe('NETCONF', { signal: either })[Symbol.asyncIterator]();
  let next = changes.next();
  next.catch(() => undefined); // seen below
  try {
    let told: string | undefined;
    for (;;) {
      const { task } = await api.invoke('yangent-tasks:query', { id });
      const last = task.event?.at(-1)?.sequence;
      if (told === undefined || last !== told) yield task;
      told = last ?? '';
      if (isFinal(task.state)) return;
      for (let found = false; !found; ) {
        const { value, done } = await next;
        if (done) return;
        next = changes.next();
        next.catch(() => undefined);
        found = value.name === CHANGED && idOf(value.value) === id;
      }
    }
  } finally {
    stop.abort();
  }
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
}

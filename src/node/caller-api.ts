/** The node as one caller of a face sees it. */
import type { Principal } from '../access/index.js';
import { RpcError, toValue } from '../data/index.js';
import type { Data, Rpcs } from '../generated/index.js';
import { agentView, type Caller, type CallerApi, type FaceEvent, type Server, type TaskNews } from '../server/index.js';
import { isFinal } from '../tasks/index.js';
import { invokeAction, invokeRpc, merge, readValue, treeOf } from './operations.js';

const CHANGED = 'yangent-tasks:task-changed';

/** @param holds true while the login of a principal is valid */
export function callerApi(server: Server, caller: Caller, holds: (principal: Principal) => boolean): CallerApi {
  /** A face may keep this longer than the login lasts. */
  const valid = <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) => {
    return async (...args: A): Promise<T> => {
      requireLogin(holds, caller.principal);
      return work(...args);
    };
  };
  const invoke = valid((rpc: string, input: unknown) => invokeRpc(server, caller, rpc, input));
  const subscribe = (stream: string, o: Following) => events(server, caller, stream, { ...o, holds });
  return {
    principal: caller.principal,
    at: (agent) => callerApi(server, atEndpoint(server, caller, agent), holds),
    // The server has checked the output against its model, so that its type holds.
    invoke: invoke as CallerApi['invoke'],
    act: valid((path: string, input?: unknown) => invokeAction(server, caller, path, input)),
    read: valid((path: string) => readValue(server, caller, path)) as CallerApi['read'],
    edit: valid((document: Data | Readonly<Record<string, unknown>>) =>
      merge(server, caller, treeOf(server, caller, document)),
    ),
    subscribe,
    watch: (task, { signal }) => news(invoke, subscribe, task, signal),
  };
}

/** Returns the caller at the endpoint of an agent. @throws RpcError data-missing, as for an agent that is not there */
function atEndpoint(server: Server, caller: Caller, agent: string): Caller {
  const view = agentView(agent);
  if (!server.admits(view, caller.principal))
    throw new RpcError({ type: 'application', tag: 'data-missing', message: `there is no agent "${agent}"` });
  // The signal of a request is made on first use.
  const { principal, session, protocol, face, source, within } = caller;
  return {
    ...{ principal, view, session, protocol, face, source, within },
    get signal() {
      return caller.signal;
    },
  };
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
  invoke: (rpc: string, input: unknown) => Promise<unknown>,
  subscribe: CallerApi['subscribe'],
  id: string,
  signal: AbortSignal,
): AsyncGenerator<TaskNews, void> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const changes = subscribe('NETCONF', { signal: either })[Symbol.asyncIterator]();
  let next = changes.next();
  next.catch(() => undefined); // seen below
  try {
    let told: string | undefined;
    for (;;) {
      const { task } = (await invoke('yangent-tasks:query', { id })) as Rpcs['yangent-tasks:query']['output'];
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

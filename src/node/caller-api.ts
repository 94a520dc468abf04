/** The node as one caller of a face sees it. */
import { toValue } from '../data/index.js';
import type { Data, Rpcs } from '../generated/index.js';
import type { Caller, CallerApi, FaceEvent, Server, TaskNews } from '../server/index.js';
import { isFinal } from '../tasks/index.js';
import { invokeAction, invokeRpc, merge, readValue, treeOf } from './operations.js';

const CHANGED = 'yangent-tasks:task-changed';

export function callerApi(server: Server, caller: Caller): CallerApi {
  const invoke = (rpc: string, input: unknown) => invokeRpc(server, caller, rpc, input);
  const subscribe = (stream: string, o: Following) => events(server, caller, stream, o);
  return {
    principal: caller.principal,
    // The server has checked the output against its model, so that its type holds.
    invoke: invoke as CallerApi['invoke'],
    act: (path, input) => invokeAction(server, caller, path, input),
    read: ((path: string) => readValue(server, caller, path)) as CallerApi['read'],
    edit: (document: Data | Readonly<Record<string, unknown>>) =>
      merge(server, caller, treeOf(server, caller, document)),
    subscribe,
    watch: (task, { signal }) => news(invoke, subscribe, task, signal),
  };
}

interface Following {
  readonly after?: string;
  readonly signal: AbortSignal;
}

async function* events(server: Server, caller: Caller, stream: string, o: Following): AsyncGenerator<FaceEvent, void> {
  for await (const delivery of server.subscribe(caller, { stream, ...o })) {
    if (delivery.kind !== 'event') continue;
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

/** The dynamic subscriptions of a node (RFC 8639 §2.4). Subscribers establish, modify and delete them; operators can kill them. */
import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type Children, RpcError, type Tree } from '../../data/index.js';
import { allocateSubscriptionId } from '../../events/index.js';
import type { Schema } from '../../yang/index.js';
import type { Caller } from '../call.js';
import type { ServerCore } from '../core.js';
import type { StreamInfo } from '../stream-info.js';
import { subscribeTo } from '../subscribe.js';
import type { View } from '../view.js';
import { configuredFilter, filterPath } from './configured-filters.js';
import { type SubscriptionRpc, subscriptionError } from './errors.js';
import { type EventFilter, FilterFault, readFilter } from './filter.js';
import type { SubscriptionLimits } from './limits.js';
import { ENCODING, FILTER_NAME, MODULE, RESTCONF_MODULE } from './names.js';
import { DynamicSubscription, type Subscription, type SubscriptionEncoding } from './subscription.js';
import type { Terms } from './terms.js';
import { requireLater, requirePast } from './times.js';

/** Milliseconds for receivers to take the notification that their subscription was terminated. */
const TIME_TO_TELL = 2_000;

export interface SubscriptionsOptions {
  readonly core: () => ServerCore;
  /** Returns the event streams that the caller may see. */
  readonly streams: (view: View, principal: Caller['principal']) => readonly StreamInfo[];
  /** Returns `https://host:port` of the RESTCONF face; empty when there is none: then URIs are relative. */
  readonly baseUrl: () => string;
  readonly limits: SubscriptionLimits;
}

export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #byId = new Map<number, DynamicSubscription>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  get limits(): SubscriptionLimits {
    return this.#options.limits;
  }

  /** Finds a subscription of the caller: of its session, or over RESTCONF of its user name. */
  find(caller: Caller, id: number): Subscription | undefined {
    const found = this.#byId.get(id);
    return found && isOf(found, caller) ? found : undefined;
  }

  /** Returns the subscriptions that a caller may see. */
  list(isVisible: (owner: string, view: View) => boolean): readonly DynamicSubscription[] {
    return [...this.#byId.values()].filter(({ caller }) => isVisible(caller.principal.name, caller.view));
  }

  /** Establishes a subscription. @returns the output of establish-subscription. @throws RpcError */
  async establish(caller: Caller, input: Tree): Promise<Record<string, unknown>> {
    const rpc = 'establish-subscription';
    const { schema } = this.#face(caller);
    if (caller.protocol === 'local') {
      throw new RpcError({
        type: 'application',
        tag: 'operation-not-supported',
        message: 'a subscription needs a receiver: it is established over NETCONF or RESTCONF',
      });
    }
    const encoding = this.#encoding(caller, input.children, schema);
    const stream = this.#stream(caller, text(input.children, 'stream') ?? '');
    const replayStart = text(input.children, 'replay-start-time');
    if (replayStart !== undefined) requireReplay(schema, stream, replayStart);
    const stopTime = text(input.children, 'stop-time');
    if (stopTime !== undefined) requireLater(stopTime, replayStart);
    const terms = { ...this.#filter(caller, rpc, input.children, schema), stopTime };
    this.#requireRoom(caller, schema);
    const id = await allocateSubscriptionId(this.#options.core().store);
    // Other subscriptions may have been added in the meantime.
    this.#requireRoom(caller, schema);
    const hasUri = caller.protocol === 'restconf' && schema.modules.get(RESTCONF_MODULE)?.conformance === 'implement';
    const uri = hasUri ? this.#uri(caller.view, id) : undefined;
    this.#add(caller, {
      id,
      encoding,
      stream: stream.name,
      hasReplay: stream.replaySupport,
      replayStart,
      terms,
      uri,
      schema,
    });
    const revision = replayStart === undefined ? undefined : revisedStart(stream, replayStart);
    return {
      id,
      ...(revision === undefined ? {} : { 'replay-start-time-revision': revision }),
      ...(uri === undefined ? {} : { [`${RESTCONF_MODULE}:uri`]: uri }),
    };
  }

  /** Modifies a subscription of the caller. @throws RpcError no-such-subscription, filter-unsupported, invalid-value */
  modify(caller: Caller, input: Tree): void {
    const rpc = 'modify-subscription';
    const { schema } = this.#face(caller);
    const found = this.#require(caller, rpc, input.children, (each) => isOf(each, caller));
    const stopTime = text(input.children, 'stop-time');
    if (stopTime !== undefined) requireLater(stopTime, found.replayStart);
    found.modify({
      ...this.#filter(caller, rpc, input.children, schema),
      stopTime: stopTime ?? found.terms.stopTime,
    });
    this.#options.core().events.refresh();
  }

  /** Deletes a subscription of the caller. @throws RpcError no-such-subscription */
  delete(caller: Caller, input: Tree): void {
    this.#require(caller, 'delete-subscription', input.children, (each) => isOf(each, caller)).end();
  }

  /** Ends any subscription, for operators. @throws RpcError no-such-subscription */
  kill(caller: Caller, input: Tree): void {
    this.#require(caller, 'kill-subscription', input.children, () => true).end('no-such-subscription');
  }

  /** Modifies or ends subscriptions after a change of a configured filter. */
  filterChanged(name: string, filter: EventFilter | undefined): void {
    for (const each of [...this.#byId.values()]) {
      if (each.terms.filterName !== name) continue;
      if (filter) each.modify({ ...each.terms, filter });
      else each.end('filter-unavailable');
    }
  }

  /** Terminates all subscriptions, and waits until their receivers were notified, at most `TIME_TO_TELL`. */
  async end(): Promise<void> {
    const ending = [...this.#byId.values()];
    for (const each of ending) each.end('stream-unavailable');
    const tooLong = new AbortController();
    const wait = setTimeout(TIME_TO_TELL, undefined, { ref: false, signal: tooLong.signal }).catch(() => undefined);
    await Promise.race([Promise.all(ending.map(({ told }) => told)), wait]);
    tooLong.abort();
  }

  #add(
    caller: Caller,
    {
      schema,
      ...made
    }: {
      readonly id: number;
      readonly encoding: SubscriptionEncoding;
      readonly stream: string;
      readonly hasReplay: boolean;
      readonly replayStart?: string;
      readonly terms: Terms;
      readonly uri?: string;
      readonly schema: Schema;
    },
  ): void {
    const core = this.#options.core();
    const subscriber = lasting(caller);
    const over = new AbortController();
    const subscription: DynamicSubscription = new DynamicSubscription({
      ...made,
      caller: subscriber,
      schema,
      limits: this.limits,
      subscribe: (request) => subscribeTo(core, subscriber, request),
      ended: () => {
        this.#byId.delete(made.id);
        over.abort();
      },
    });
    this.#byId.set(made.id, subscription);
    const { signal } = subscriber;
    // A session may have many subscriptions, each with a listener; their number is limited, so this is no leak.
    setMaxListeners(0, signal);
    if (signal.aborted) subscription.end();
    else signal.addEventListener('abort', () => subscription.end(), { once: true, signal: over.signal });
  }

  #face(caller: Caller) {
    return this.#options.core().endpoint(caller);
  }

  #encoding(caller: Caller, input: Children, schema: Schema): SubscriptionEncoding {
    const leaf = input.get(ENCODING);
    const wanted = leaf?.kind === 'leaf' ? String(leaf.value) : `${MODULE}:encode-xml`;
    const features = schema.modules.get(MODULE)?.features;
    if (wanted === `${MODULE}:encode-xml` && features?.has('encode-xml')) return 'xml';
    // NETCONF messages are XML (RFC 8640 §4).
    const mayBeJson = caller.protocol === 'restconf' && features?.has('encode-json');
    if (wanted === `${MODULE}:encode-json` && mayBeJson) return 'json';
    throw subscriptionError(
      schema,
      'establish-subscription',
      'encoding-unsupported',
      `over ${caller.protocol.toUpperCase()} notification messages cannot be encoded as ${wanted}`,
    );
  }

  #stream(caller: Caller, name: string): StreamInfo {
    const streams = this.#options.streams(caller.view, caller.principal);
    const found = streams.find((each) => each.name === name);
    if (found) return found;
    throw new RpcError({
      type: 'application',
      tag: 'invalid-value',
      message: `there is no event stream '${name}'; there is ${streams.map((each) => each.name).join(', ')}`,
      info: { 'bad-element': 'stream' },
    });
  }

  #filter(caller: Caller, rpc: SubscriptionRpc, input: Children, schema: Schema): Pick<Terms, 'filter' | 'filterName'> {
    const filterName = text(input, FILTER_NAME);
    try {
      if (filterName === undefined) return { filter: readFilter(input, schema, this.limits.filterText) };
      const { running, access } = this.#options.core();
      const entry = configuredFilter(running.tree, filterName);
      if (!entry || !access.mayRead(caller.principal, filterPath(schema, filterName))) throw noFilter(filterName);
      return { filterName, filter: readFilter(entry.children, schema, this.limits.filterText) };
    } catch (error) {
      if (!(error instanceof FilterFault)) throw error;
      throw subscriptionError(schema, rpc, 'filter-unsupported', 'the filter cannot be used', error.message);
    }
  }

  #requireRoom(caller: Caller, schema: Schema): void {
    const { perSession, perUser, total } = this.limits;
    const own = [...this.#byId.values()].filter((each) => isOf(each, caller)).length;
    const most = caller.protocol === 'netconf' ? perSession : perUser;
    const refuse = (message: string): RpcError =>
      subscriptionError(schema, 'establish-subscription', 'insufficient-resources', message);
    if (own >= most) throw refuse(`there are ${own} subscriptions of this subscriber; there can be ${most}`);
    if (this.#byId.size >= total) throw refuse(`there are ${total} subscriptions of this node; there can be no more`);
  }

  #require(
    caller: Caller,
    rpc: SubscriptionRpc,
    input: Children,
    isMeant: (subscription: DynamicSubscription) => boolean,
  ): DynamicSubscription {
    const id = Number(text(input, 'id'));
    const found = this.#byId.get(id);
    if (found && isMeant(found)) return found;
    const { schema } = this.#face(caller);
    throw subscriptionError(schema, rpc, 'no-such-subscription', `there is no subscription ${id} of this subscriber`);
  }

  #uri(view: View, id: number): string {
    const root = view.kind === 'node' ? '/restconf' : `/agents/${encodeURIComponent(view.agent)}/restconf`;
    return `${this.#options.baseUrl()}${root}/subscriptions/${id}`;
  }
}

/** Returns the caller without the signal of its RESTCONF request, which ends long before the subscription. */
function lasting(caller: Caller): Caller {
  const { principal, view, session, protocol, source } = caller;
  const signal = protocol === 'netconf' ? caller.signal : new AbortController().signal;
  return { principal, view, session, protocol, source, signal };
}

/** True for the same origin (RFC 8639 §2.4.4): the same session, or over RESTCONF the same user. */
function isOf({ caller }: DynamicSubscription, other: Caller): boolean {
  if (caller.protocol !== other.protocol || !isSameView(caller.view, other.view)) return false;
  return caller.protocol === 'netconf'
    ? caller.session === other.session
    : caller.principal.name === other.principal.name && isSameAuthority(caller.principal, other.principal);
}

/** A token finds what was established with it, or with a token that comes from it; who has none finds his own. */
function isSameAuthority(owner: Caller['principal'], other: Caller['principal']): boolean {
  if (!owner.links && !other.links) return true;
  const mark = owner.token?.lineage.at(-1);
  return mark !== undefined && other.token?.lineage.includes(mark) === true;
}

function isSameView(a: View, b: View): boolean {
  return a.kind === 'agent' ? b.kind === 'agent' && a.agent === b.agent : b.kind === 'node';
}

/** Returns the text of a leaf of the module, by its name or qualified name. */
function text(children: Children, name: string): string | undefined {
  const data = children.get(name.includes(':') ? name : `${MODULE}:${name}`);
  return data?.kind === 'leaf' ? String(data.value) : undefined;
}

/** Refuses a replay that begins in the future, or of a stream that has none. */
function requireReplay(schema: Schema, { name, replaySupport }: StreamInfo, start: string): void {
  if (!replaySupport) {
    const message = `the event stream '${name}' has no replay: establish the subscription without replay-start-time`;
    throw subscriptionError(schema, 'establish-subscription', 'replay-unsupported', message);
  }
  requirePast(start);
}

/** Returns the earliest time in the log when it is later than the requested one. */
function revisedStart({ replayLogAged, replayLogCreated }: StreamInfo, start: string): string | undefined {
  const earliest = replayLogAged ?? replayLogCreated;
  return earliest !== undefined && Date.parse(earliest) > Date.parse(start) ? earliest : undefined;
}

function noFilter(name: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'data-missing',
    appTag: 'instance-required',
    message: `there is no stream filter '${name}'`,
  });
}

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { AgentDirectory, AgentPast } from '../agents/index.js';
import type { Running } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { YangentContexts_Sensitivity } from '../generated/index.js';
import {
  ANY_SHAPE,
  type AnyProvider,
  type BulkDataProvider,
  type Call,
  notifier,
  type Shapes,
} from '../server/index.js';
import type { Queries, Store, Tx } from '../store/index.js';
import { createDataChannel } from './bytes/channel.js';
import { fileBytes } from './bytes/file-bytes.js';
import type { RecordKept } from './bytes/kept.js';
import { type DataLimits, DEFAULT_DATA_LIMITS } from './bytes/limits.js';
import { ConnectedAbroad, type DataAbroad } from './data-abroad.js';
import { grantRead, nameable } from './grant-read.js';
import { ConnectedTasks, type KnownTasks, type NeededParams } from './known-tasks.js';
import { ConnectedMessages, type MessageData } from './message-data.js';
import { type Addressee, requireItems } from './named-items.js';
import { configuredAges, configuredPolicies } from './northbound/config.js';
import { draftProvider } from './northbound/irtf/provider.js';
import { itemShared } from './northbound/notification.js';
import { contextsProvider } from './northbound/provider.js';
import type { ContextItem } from './record/item.js';
import { ContextItems } from './record/items.js';
import { digestOf, pinnedParam, wholeParam } from './record/param.js';
import { DataParams } from './record/params.js';
import type { Redacted } from './redaction/index.js';
import { type References, visibleReferences } from './references.js';
import { type Passing, reshare, reshareIn } from './reshare.js';
import { Retention } from './retention.js';
import { DataExchange } from './shared-data.js';
import { type CeilingFor, SharingPolicies } from './sharing-policy.js';
import { paramsSeen } from './visibility.js';

/** A message of an agent to another, to be stored. */
export interface RequestRecord {
  readonly id: string;
  /** The user on whose behalf it was sent. */
  readonly owner: string;
  readonly from: string;
  readonly to: string;
  readonly task?: string;
  readonly thread?: string;
  readonly type: 'task' | 'conversation' | 'result';
  readonly content: string;
  /** Kinds of information that were removed from the content. */
  readonly redacted?: readonly string[];
  readonly encoding?: ContextItem['encoding'];
  readonly mediaType?: string;
  readonly dataParams?: readonly string[];
  readonly inReplyTo?: string;
  readonly at: string;
}

/** A text to which a message refers. */
export interface ParamRecord {
  readonly id: string;
  readonly owner: string;
  /** The agent that gave it. */
  readonly agent: string;
  readonly description: string;
  /** Media type. */
  readonly format: string;
  readonly data: string;
  /** The agents that may read it. */
  readonly readers: readonly string[];
}

/** A text that one agent is about to send to another. */
export interface SharedText {
  readonly from: string;
  readonly to: string;
  readonly type: 'task' | 'conversation' | 'result';
  readonly content: string;
  readonly mediaType?: string;
  /** Default: internal. */
  readonly sensitivity?: YangentContexts_Sensitivity;
  /** Name of the source of the text, for errors. */
  readonly called?: string;
  /** Data parameters that belong to it. */
  readonly dataParams?: readonly string[];
}

/** The interface of the room `contexts` for the composition root and the rooms above. */
export interface Contexts {
  readonly providers: readonly AnyProvider[];
  /** The bytes of data parameters. */
  readonly bulkData: BulkDataProvider;
  /** The rows that name agents. */
  readonly past: AgentPast;
  /** Connects the room of tasks. */
  connectTasks(tasks: KnownTasks): void;
  /** Connects the room of sessions. */
  connectMessages(messages: MessageData): void;
  /** Connects the room of peers. */
  connectAbroad(abroad: DataAbroad): void;
  /** Keeps data parameters beyond their maximum age while a room needs them. */
  keepWhileNeeded(params: NeededParams): void;
  /** Starts the removal of old items and data; `stop` ends it. */
  start(): void;
  stop(): Promise<void>;
  /** Stores a message between agents, so that goal and history of a task are kept (seed 004 §5.2). */
  recordRequest(tx: Tx, record: RequestRecord): Promise<void>;
  /** Adds the answer to a stored message; does nothing when there is none with this id. */
  recordResponse(tx: Tx, id: string, response: { readonly dataParam: string; readonly at: string }): Promise<void>;
  /** Returns an identifier for data of a user: the wanted one, unless another user has it. */
  freeParamId(tx: Tx, wanted: string, owner: string): Promise<string>;
  /** Stores data, or replaces the data with this id. */
  putParam(tx: Tx, param: ParamRecord): Promise<void>;
  /**
   * Applies the sharing policies to a text. Returns the permitted text and the removed kinds of information.
   *
   * @throws RpcError access-denied when a policy forbids it, too-big when the text is too long
   */
  shareable(text: SharedText): Redacted;
  /** True when nothing limits what the one agent tells the other: `shareable` would change no text. */
  sharesAll(from: string, to: string): boolean;
  /** True when a sharing policy is for what this agent sends. */
  hasPolicyFor(from: string): boolean;
  /** Lets agents read a parameter, without a check of permission. */
  grant(tx: Tx, param: string, agents: readonly string[]): Promise<void>;
  /** Deletes the messages of tasks, and these parameters. */
  forget(tx: Tx, o: { readonly tasks: readonly string[]; readonly params: readonly string[] }): Promise<void>;
  /** Returns the data of a parameter, for the node itself. */
  paramData(tx: Tx, id: string): Promise<string | undefined>;
  /** Returns the kind of data of a parameter (`yangent-agents:modality`); undefined when there is no parameter. */
  modalityOf(tx: Tx, id: string): Promise<string | undefined>;
  /** Returns the media type of a parameter, as its owner gave it. */
  mediaTypeOf(tx: Tx, id: string): Promise<string | undefined>;
  /** Returns the digest of the stored bytes of a parameter, as `sha-256:` and hexadecimal digits. */
  digestOf(tx: Tx, id: string): Promise<string | undefined>;
  /** Exchange of data parameters between nodes. */
  readonly exchange: Pick<DataExchange, 'given' | 'keep'>;
  /** Stores an item in the form that an agent of another node may have (`reshare`). */
  reshare(item: string, passing: Passing): Promise<ContextItem | undefined>;
  /** Does the same in a transaction of another room. */
  reshareIn(tx: Tx, item: string, passing: Passing): Promise<ContextItem | undefined>;
  /** Returns the items of these that an agent sent or got. */
  between(agent: string, ids: readonly string[]): Promise<readonly ContextItem[]>;
  /** Returns the references to items and data that the caller may read. */
  visible(call: Call, wanted: References<readonly string[]>): Promise<References<ReadonlySet<string>>>;
  /** Describes parameters, with digests, as far as the caller may read them. */
  described(call: Call, ids: readonly string[], queries: Queries): Promise<readonly object[]>;
  /** Keeps data parameters, which persons approved with a request, as they are while an unfinished task needs them. */
  keepApproved(tx: Tx, ids: readonly string[]): Promise<void>;
  /** Lets agents read a parameter to which a message for them refers. Refuses a parameter that the caller may not read. */
  grantRead(tx: Tx, call: Call, param: string, agents: readonly string[]): Promise<void>;
  /** Returns those of these parameters that the caller may read now, and name in a message for others. */
  nameable(tx: Tx, call: Call, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Refuses items that the caller may not see, or that the addressee could not fetch. */
  requireItems(tx: Tx, call: Call, ids: readonly string[], to: Addressee): Promise<void>;
}

export interface ContextsOptions {
  readonly store: Store;
  readonly events: EventLog;
  readonly directory: AgentDirectory;
  /** Contains the configured sharing policies. */
  readonly running: Pick<Running, 'tree'>;
  /** Directory of the bytes of data parameters. */
  readonly bytes: string;
  /** Returns `https://host:port` at which the bytes are served; undefined when they are not. */
  readonly baseUrl?: () => string | undefined;
  readonly limits?: Partial<DataLimits>;
  /** Returns the most sensitive data that an agent may get, beside the sharing policies. Default: any. */
  readonly ceilingFor?: CeilingFor;
  /** Records that data of another node are kept. Default: it is not recorded. */
  readonly recordKept?: RecordKept;
  /** Validation of items and parameters by the models. Default: none. */
  readonly shapes?: Shapes;
  readonly log: Logger;
}

export function createContexts(o: ContextsOptions): Contexts {
  const { store, directory, running, log, shapes = ANY_SHAPE } = o;
  const items = new ContextItems(store, shapes);
  const tasks = new ConnectedTasks();
  const [messages, abroad] = [new ConnectedMessages(), new ConnectedAbroad()];
  const params = new DataParams(store, shapes, tasks, messages, abroad);
  const limits = { ...DEFAULT_DATA_LIMITS, ...o.limits };
  const bytes = fileBytes(o.bytes);
  const channel = createDataChannel({ store, params, bytes, limits, log, recordKept: o.recordKept });
  const retention = new Retention({
    store,
    items,
    params,
    ages: configuredAges(running),
    tasks,
    sweep: channel.sweep,
    log,
  });
  const dataUrl = (id: string) => {
    const base = o.baseUrl?.();
    return base === undefined ? undefined : `${base}/data/${encodeURIComponent(id)}`;
  };
  const policies = new SharingPolicies(configuredPolicies(running), directory, o.ceilingFor);
  const shared = {
    store,
    items,
    tasks,
    itemShared: itemShared(notifier(o.events)),
    params,
    directory,
    dataUrl,
    retention,
    policies,
    sweep: channel.sweep,
  };
  return {
    bulkData: channel,
    connectTasks: (source) => tasks.connect(source),
    connectMessages: (source) => messages.connect(source),
    connectAbroad: (nodes) => abroad.connect(nodes),
    keepWhileNeeded: (params) => tasks.add(params),
    past: {
      seal: async (tx, agent, former) => {
        await items.rename(tx, agent, former);
        await params.rename(tx, agent, former);
      },
    },
    start: () => retention.start(),
    stop: async () => {
      channel.stop();
      await retention.stop();
    },
    providers: [contextsProvider(shared), draftProvider(shared)],
    recordRequest: (tx, { dataParams = [], redacted = [], ...record }) =>
      items.put(tx, { ...record, dataParams, redacted }),
    recordResponse: (tx, id, response) => items.answer(tx, id, response),
    freeParamId: async (tx, wanted, owner) => {
      // A name with the domain of a node would mean data of that node.
      const own = abroad.domainOf(wanted) === undefined ? wanted : wanted.replaceAll('@', '.');
      const taken = await params.ownerOf(tx, own);
      return taken !== undefined && taken !== owner ? `${own}-${randomUUID()}` : own;
    },
    putParam: async (tx, { readers, ...param }) => {
      await params.put(tx, wholeParam({ ...param, modality: 'text', url: null }), readers);
    },
    shareable: ({ content, dataParams = [], ...text }) =>
      shared.policies.textOf({
        ...text,
        content,
        id: '',
        owner: '',
        dataParams,
        redacted: [],
        at: new Date().toISOString(),
      }),
    sharesAll: (from, to) => policies.letsAllPass(from, to),
    hasPolicyFor: (from) => policies.concerns(from),
    grant: (tx, param, agents) => params.grant(tx, param, agents),
    forget: async (tx, { tasks, params: gone }) => {
      await items.removeOf(tx, tasks);
      await params.withdraw(tx, gone);
    },
    paramData: async (tx, id) => (await params.get(id, tx))?.param.data ?? undefined,
    modalityOf: async (tx, id) => (await params.get(id, tx))?.param.modality,
    mediaTypeOf: async (tx, id) => (await params.heads([id], tx))[0]?.param.format ?? undefined,
    digestOf: async (tx, id) => {
      const found = await params.get(id, tx);
      return found && digestOf(found.param);
    },
    exchange: new DataExchange({ store, params, bytes, channel, log, recordKept: o.recordKept }),
    reshare: (item, passing) => reshare(shared, item, passing),
    reshareIn: (tx, item, passing) => reshareIn(shared, tx, item, passing),
    between: (agent, ids) => items.between(agent, ids),
    visible: (call, wanted) => visibleReferences(shared, call, wanted),
    keepApproved: (tx, ids) => params.keepApproved(tx, ids),
    described: async (call, ids, queries) => {
      const found = await paramsSeen(params, call, await params.heads(ids, queries), queries);
      return found.map(({ param }) => pinnedParam(param));
    },
    grantRead: (tx, call, id, agents) => grantRead(params, tx, call, id, agents),
    nameable: (tx, call, ids) => nameable(params, tx, call, ids),
    requireItems: (tx, call, ids, to) => requireItems(items, tx, call, ids, to),
  };
}

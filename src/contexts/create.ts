import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { AgentDirectory, AgentPast } from '../agents/index.js';
import type { Running } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import {
  ANY_SHAPE,
  type AnyProvider,
  type BulkDataProvider,
  type Call,
  notifier,
  type Shapes,
} from '../server/index.js';
import type { Store, Tx } from '../store/index.js';
import { createDataChannel } from './bytes/channel.js';
import { fileBytes } from './bytes/file-bytes.js';
import { type DataLimits, DEFAULT_DATA_LIMITS } from './bytes/limits.js';
import { grantRead } from './grant-read.js';
import { ConnectedTasks, type KnownTasks } from './known-tasks.js';
import { type Addressee, requireItems } from './named-items.js';
import { configuredAges, configuredPolicies } from './northbound/config.js';
import { draftProvider } from './northbound/irtf/provider.js';
import { itemShared } from './northbound/notification.js';
import { contextsProvider } from './northbound/provider.js';
import type { ContextItem } from './record/item.js';
import { ContextItems } from './record/items.js';
import { digestOf, wholeParam } from './record/param.js';
import { DataParams } from './record/params.js';
import type { Redacted } from './redaction/index.js';
import { type References, visibleReferences } from './references.js';
import { type Passing, reshare } from './reshare.js';
import { Retention } from './retention.js';
import { DataExchange } from './shared-data.js';
import { SharingPolicies } from './sharing-policy.js';

/** What an agent said to another, to be kept. */
export interface RequestRecord {
  readonly id: string;
  /** The user on whose behalf it was said. */
  readonly owner: string;
  readonly from: string;
  readonly to: string;
  readonly task?: string;
  readonly thread?: string;
  readonly type: 'task' | 'conversation' | 'result';
  readonly content: string;
  /** Kinds of information that were removed from the content. */
  readonly redacted?: readonly string[];
  readonly dataParam?: string;
  readonly inReplyTo?: string;
  readonly at: string;
}

/** Text that a message refers to. */
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
  /** The thing whose text it is, for errors. */
  readonly called?: string;
  /** Data that goes with it. */
  readonly dataParams?: readonly string[];
}

/** The room of contexts, as the composition root and the rooms above see it. */
export interface Contexts {
  readonly providers: readonly AnyProvider[];
  /** The bytes of data parameters. */
  readonly bulkData: BulkDataProvider;
  /** The rows that name agents. */
  readonly past: AgentPast;
  /** Says which tasks there are. */
  connectTasks(tasks: KnownTasks): void;
  /** Begins to forget what is old; ends with `stop`. */
  start(): void;
  stop(): Promise<void>;
  /** Keeps a message between agents, so that neither goal nor history of a task is lost (seed 004 §5.2). */
  recordRequest(tx: Tx, record: RequestRecord): Promise<void>;
  /** Adds the answer to a message kept before; nothing happens when there is none with this id. */
  recordResponse(tx: Tx, id: string, response: { readonly dataParam: string; readonly at: string }): Promise<void>;
  /** An identifier under which a user's data can be kept: the one wanted, unless another user keeps data there. */
  freeParamId(tx: Tx, wanted: string, owner: string): Promise<string>;
  /** Keeps data, or replaces what was kept under its id. */
  putParam(tx: Tx, param: ParamRecord): Promise<void>;
  /**
   * The text as the sharing policies let the other agent have it, and which kinds of information they removed.
   *
   * @throws RpcError access-denied when a policy forbids it.
   */
  shareable(text: SharedText): Redacted;
  /** Lets agents read a parameter, without asking who may hand it on. */
  grant(tx: Tx, param: string, agents: readonly string[]): Promise<void>;
  /** Removes what was recorded of tasks: their messages, and these parameters. */
  forget(tx: Tx, o: { readonly tasks: readonly string[]; readonly params: readonly string[] }): Promise<void>;
  /** The data of a parameter, for the node itself. */
  paramData(tx: Tx, id: string): Promise<string | undefined>;
  /** The kind of data of a parameter (`yangent-agents:modality`); undefined when there is none. */
  modalityOf(tx: Tx, id: string): Promise<string | undefined>;
  /** The digest of the bytes that the node holds of a parameter, as `sha-256:` and hexadecimal digits. */
  digestOf(tx: Tx, id: string): Promise<string | undefined>;
  /** Data parameters on their way between nodes. */
  readonly exchange: Pick<DataExchange, 'given' | 'keep'>;
  /** Keeps an item as an agent of another node may have it (`reshare`). */
  reshare(item: string, passing: Passing): Promise<ContextItem | undefined>;
  /** Those of these references that lead to what the caller may read. */
  visible(call: Call, wanted: References<readonly string[]>): Promise<References<ReadonlySet<string>>>;
  /** Lets agents read a parameter which a message to them refers to; refuses one that the caller may not see himself. */
  grantRead(tx: Tx, call: Call, param: string, agents: readonly string[]): Promise<void>;
  /** Refuses items that the caller may not see, or that the one who is told of them could not fetch. */
  requireItems(tx: Tx, call: Call, ids: readonly string[], to: Addressee): Promise<void>;
}

export interface ContextsOptions {
  readonly store: Store;
  readonly events: EventLog;
  readonly directory: AgentDirectory;
  /** Where the sharing policies stand. */
  readonly running: Pick<Running, 'tree'>;
  /** Directory of the bytes of data parameters. */
  readonly bytes: string;
  /** `https://host:port` where those are served; undefined where they are not. */
  readonly baseUrl?: () => string | undefined;
  readonly limits?: Partial<DataLimits>;
  /** What the models say of items and parameters. Default: anything is taken. */
  readonly shapes?: Shapes;
  readonly log: Logger;
}

export function createContexts(o: ContextsOptions): Contexts {
  const { store, directory, running, log, shapes = ANY_SHAPE } = o;
  const items = new ContextItems(store, shapes);
  const params = new DataParams(store, shapes);
  const limits = { ...DEFAULT_DATA_LIMITS, ...o.limits };
  const bytes = fileBytes(o.bytes);
  const channel = createDataChannel({ store, params, bytes, limits });
  const tasks = new ConnectedTasks();
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
  const policies = new SharingPolicies(configuredPolicies(running), directory);
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
    past: {
      seal: async (tx, agent, former) => {
        await items.rename(tx, agent, former);
        await params.rename(tx, agent, former);
      },
    },
    start: () => retention.start(),
    stop: () => retention.stop(),
    providers: [contextsProvider(shared), draftProvider(shared)],
    recordRequest: async (tx, { dataParam, redacted = [], ...record }) => {
      const item: ContextItem = { ...record, dataParams: dataParam === undefined ? [] : [dataParam], redacted };
      await items.put(tx, item);
    },
    recordResponse: (tx, id, response) => items.answer(tx, id, response),
    freeParamId: async (tx, wanted, owner) => {
      const taken = await params.ownerOf(tx, wanted);
      return taken !== undefined && taken !== owner ? `${wanted}-${randomUUID()}` : wanted;
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
    grant: (tx, param, agents) => params.grant(tx, param, agents),
    forget: async (tx, { tasks, params: gone }) => {
      await items.removeOf(tx, tasks);
      await params.withdraw(tx, gone);
    },
    paramData: async (tx, id) => (await params.get(id, tx))?.param.data ?? undefined,
    modalityOf: async (tx, id) => (await params.get(id, tx))?.param.modality,
    digestOf: async (tx, id) => {
      const found = await params.get(id, tx);
      return found && digestOf(found.param);
    },
    exchange: new DataExchange({ store, params, bytes, channel, log }),
    reshare: (item, passing) => reshare(shared, item, passing),
    visible: (call, wanted) => visibleReferences(shared, call, wanted),
    grantRead: (tx, call, id, agents) => grantRead(params, tx, call, id, agents),
    requireItems: (tx, call, ids, to) => requireItems(items, tx, call, ids, to),
  };
}

import type { AgentDirectory } from '../agents/index.js';
import type { Running } from '../datastore/index.js';
import type { Call, Provider } from '../server/index.js';
import type { Store, Tx } from '../store/index.js';
import { seesParam } from './draft-params.js';
import type { ContextItem } from './item.js';
import { ContextItems } from './items.js';
import { measured } from './param.js';
import { DataParams } from './params.js';
import { SharingPolicies } from './policy.js';
import { contextsProvider, draftProvider } from './provider.js';

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

/** The room of contexts, as the composition root and the rooms above see it. */
export interface Contexts {
  readonly providers: readonly Provider[];
  /** Keeps a message between agents, so that neither goal nor history of a task is lost (seed 004 §5.2). */
  recordRequest(tx: Tx, record: RequestRecord): Promise<void>;
  /** Adds the answer to a message kept before; nothing happens when there is none with this id. */
  recordResponse(tx: Tx, id: string, response: { readonly dataParam: string; readonly at: string }): Promise<void>;
  /** Keeps data, or replaces what was kept under its id. */
  putParam(tx: Tx, param: ParamRecord): Promise<void>;
  /** The data of a parameter, for the node itself. */
  paramData(tx: Tx, id: string): Promise<string | undefined>;
  /** Lets agents read a parameter which a message to them refers to; refuses one that the caller may not see himself. */
  handOn(tx: Tx, call: Call, param: string, agents: readonly string[]): Promise<void>;
}

export interface ContextsOptions {
  readonly store: Store;
  readonly directory: AgentDirectory;
  /** Where the sharing policies stand. */
  readonly running: Pick<Running, 'tree'>;
}

export function createContexts({ store, directory, running }: ContextsOptions): Contexts {
  const items = new ContextItems(store);
  const params = new DataParams(store);
  const shared = { store, items, params, directory, policies: new SharingPolicies(running, directory) };
  return {
    providers: [contextsProvider(shared), draftProvider(shared)],
    recordRequest: async (tx, { dataParam, ...record }) => {
      const item: ContextItem = { ...record, dataParams: dataParam === undefined ? [] : [dataParam], redacted: [] };
      await items.put(tx, item);
    },
    recordResponse: async (tx, id, response) => {
      const found = await items.get(id, tx.sql);
      if (found) await items.answer(tx, found.item, response);
    },
    putParam: async (tx, { readers, ...param }) => {
      await params.put(
        tx,
        measured({
          ...param,
          modality: 'text',
          stated_size: null,
          url: null,
          chunked: null,
          finished: null,
          chunks: 1,
          created: new Date().toISOString(),
        }),
        readers,
      );
    },
    paramData: async (tx, id) => (await params.get(id, tx.sql))?.param.data ?? undefined,
    handOn: async (tx, call, id, agents) => {
      const found = await params.get(id, tx.sql);
      if (!found || !seesParam(call, found))
        call.fail({ tag: 'data-missing', message: `there is no data parameter "${id}"` });
      await params.grant(tx, id, agents);
    },
  };
}

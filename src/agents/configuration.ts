import {
  type Data,
  editAt,
  entryKey,
  fromValue,
  type InstancePath,
  type ListEntry,
  mergeTrees,
  type Tree,
} from '../data/index.js';
import type { YangentAgents_Agents_Agent } from '../generated/index.js';
import { type Call, type Caller, nodeView, type Server } from '../server/index.js';
import type { Schema } from '../yang/index.js';

type Entry = YangentAgents_Agents_Agent;
/** The members of an entry to change. */
type Change = Partial<Entry> & Pick<Entry, 'id'>;

/** Writes registrations to running configuration: entries of `/yangent-agents:agents/agent`. */
export interface AgentConfiguration {
  /** Adds or replaces entries, RFC 7951 values with different `id`s; resolves when they are durable. All or none. */
  put(...entries: readonly [Entry, ...Entry[]]): Promise<void>;
  /** Changes the given leaves of the entry with this `id`. */
  merge(change: Change): Promise<void>;
  remove(id: string): Promise<void>;
  /** True for edits made by this object. */
  isOwn(call: Call): boolean;
}

/**
 * Edits through the server, as `principal`, which must be permitted to configure agents. `server` is a function, because the
 * server is created after the providers.
 */
export function configurationThrough(server: () => Server, principal: Caller['principal']): AgentConfiguration {
  // Only edits made here have this signal, which identifies them.
  const { signal } = new AbortController();
  const caller: Caller = { principal, view: nodeView, session: 0, protocol: 'local', signal };
  const schema = () => server().schema(nodeView);
  const send = (edit: Tree, defaultOperation: 'none' | 'merge' = 'none') =>
    server().edit(caller, { edit, defaultOperation });
  const treeOf = (...entries: readonly Change[]) =>
    fromValue(schema().root, { 'yangent-agents:agents': { agent: entries } }, { schema: schema() });
  return {
    put: async (...entries) => {
      const edits = entries.map((entry) => {
        const { id } = entry;
        return editAt(schema(), agentPath(schema(), id), 'replace', entryOf(treeOf(entry), id));
      });
      await send(edits.reduce(mergeTrees));
    },
    merge: async (entry) => {
      await send(treeOf(entry), 'merge');
    },
    remove: async (id) => {
      await send(editAt(schema(), agentPath(schema(), id), 'remove', undefined));
    },
    isOwn: (call) => call.signal === signal,
  };
}

function agentPath(schema: Schema, id: string): InstancePath {
  const agents = schema.root.data.get('yangent-agents:agents');
  const agent = agents?.kind === 'container' ? agents.data.get('yangent-agents:agent') : undefined;
  if (!agents || !agent) throw new Error('the schema of the node does not implement yangent-agents');
  return [{ schema: agents }, { schema: agent, key: entryKey([id]) }];
}

/** Returns the entry of an agent in a tree; undefined when there is none. */
function entryOf(tree: Tree, id: string): ListEntry | undefined {
  const agents: Data | undefined = tree.children.get('yangent-agents:agents');
  const list = agents?.kind === 'container' ? agents.children.get('yangent-agents:agent') : undefined;
  return list?.kind === 'list' ? list.entries.get(entryKey([id])) : undefined;
}

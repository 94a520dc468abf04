import { type Data, editAt, entryKey, fromValue, type InstancePath, type ListEntry, type Tree } from '../data/index.js';
import { type Caller, nodeView, type Server } from '../server/index.js';
import type { Schema } from '../yang/index.js';

/** How registrations reach running configuration: one entry of `/yangent-agents:agents/agent` at a time. */
export interface AgentConfiguration {
  /** Adds or replaces the entry, an RFC 7951 value with its `id`; resolves when it is durable. */
  put(entry: Readonly<Record<string, unknown>>): Promise<void>;
  remove(id: string): Promise<void>;
}

/**
 * Edits through the server, as `principal`, which must be allowed to configure agents. The server is made after the
 * providers, hence the function.
 */
export function configurationThrough(server: () => Server, principal: Caller['principal']): AgentConfiguration {
  const caller: Caller = {
    principal,
    view: nodeView,
    session: 0,
    protocol: 'local',
    signal: new AbortController().signal,
  };
  const schema = () => server().schema(nodeView);
  const send = (edit: Tree) => server().edit(caller, { edit, defaultOperation: 'none' });
  return {
    put: async (entry) => {
      const id = String(entry.id);
      const tree = fromValue(schema().root, { 'yangent-agents:agents': { agent: [entry] } }, { schema: schema() });
      await send(editAt(schema(), agentPath(schema(), id), 'replace', entryOf(tree, id)));
    },
    remove: async (id) => {
      await send(editAt(schema(), agentPath(schema(), id), 'remove', undefined));
    },
  };
}

function agentPath(schema: Schema, id: string): InstancePath {
  const agents = schema.root.data.get('yangent-agents:agents');
  const agent = agents?.kind === 'container' ? agents.data.get('yangent-agents:agent') : undefined;
  if (!agents || !agent) throw new Error('the schema of the node does not implement yangent-agents');
  return [{ schema: agents }, { schema: agent, key: entryKey([id]) }];
}

function entryOf(tree: Tree, id: string): ListEntry | undefined {
  const agents: Data | undefined = tree.children.get('yangent-agents:agents');
  const list = agents?.kind === 'container' ? agents.children.get('yangent-agents:agent') : undefined;
  return list?.kind === 'list' ? list.entries.get(entryKey([id])) : undefined;
}

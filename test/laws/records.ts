/**
 * Whatever a node accepts, over either protocol, is read again by all who may read it, over both, at the node and at the endpoint
 * of each agent, and is valid there.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import Database from 'libsql';
import { decodeJson, decodeXml, RpcError, type Tree, validateAsync } from '../../src/data/index.js';
import type { Schema } from '../../src/yang/index.js';
import { agentSchema, isMembers, netconfFace, nodeSchema, Refusal, restconfFace } from '../support/faces.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { type Message, messageOf, nameOf, SAYABLE, say } from './messages/message.js';
import { type Known, OWNERS } from './messages/words.js';
import { Tape } from './tape.js';

/** Numbers that one message takes off the tape, at most: behind its end only what is needed is said. */
const EACH = 40;
/** Messages of one run, after which all is read. */
export const MESSAGES = 40;

const PASSWORD = 'pw-xxxxxxxx';
const SHOWN =
  /^(irtf-agent:(agent|tasks|context|data-params)|yangent-agents:agents|yangent-tasks:tasks|yangent-contexts:(contexts|data))$/;

/** What a refusal must not be: the fault is the node's. */
const OWN_FAULT = /internal error|failed inside/;

const AGENTS = Object.entries(OWNERS).map(([id, owner]) => ({
  id,
  owner: [owner],
  profile: { name: id, description: 'd', version: '1.0.0', provider: 'p' },
}));

/** One endpoint over both protocols. */
interface Reader {
  readonly restconf: ReturnType<typeof restconfFace>;
  readonly netconf: Awaited<ReturnType<typeof netconfFace>>;
}

interface Endpoint extends Reader {
  readonly title: string;
  readonly root: string;
  readonly schema: Schema;
}

export interface Records {
  readonly users: ReadonlyMap<string, Reader>;
  /** Of the node for each user, and of each agent for its owner. */
  readonly endpoints: readonly Endpoint[];
  /** The node's database. */
  readonly database: Database.Database;
  close(): Promise<void>;
}

/** How often each message was said, and how often it was refused. */
export type Said = Map<string, { done: number; refused: number }>;

/** Names of messages of which not one was accepted: they have shown nothing. */
export function neverAccepted(said: Said): readonly string[] {
  return SAYABLE.filter((name) => !said.get(name)?.done);
}

/** A node with three users, an agent each, and an administrator. */
export async function openRecords(): Promise<Records> {
  const limits = { waits: { syncWait: 0, negotiationWait: 0 } };
  const rig: TestNode = await startTestNode({ logLevel: 'silent', limits });
  const names = Object.values(OWNERS);
  await rig.node.edit({
    'yangent-access:access': { user: names.map((name) => ({ name, password: `$0$${PASSWORD}` })) },
  });
  await rig.node.edit({ 'yangent-agents:agents': { agent: AGENTS } });
  const users = new Map<string, Reader>();
  const endpoints: Endpoint[] = [];
  for (const user of ['admin', ...names]) {
    const login = { user, password: user === 'admin' ? rig.password : PASSWORD };
    const reader = { restconf: restconfFace(rig, login), netconf: await netconfFace(rig, login) };
    users.set(user, reader);
    endpoints.push({ ...reader, title: user, root: '/restconf', schema: nodeSchema });
  }
  for (const [agent, user] of Object.entries(OWNERS)) {
    const login = { user, password: PASSWORD };
    endpoints.push({
      restconf: restconfFace(rig, login, agent),
      netconf: await netconfFace(rig, { ...login, user: `${user}%${agent}` }),
      title: `${user} at agent ${agent}`,
      root: `/agents/${agent}/restconf`,
      schema: agentSchema,
    });
  }
  const database = new Database(join(rig.directory, 'yangent.db'), { readonly: true });
  return {
    users,
    endpoints,
    database,
    close: async () => {
      database.close();
      for (const { restconf, netconf } of endpoints) {
        await restconf.close();
        await netconf.close();
      }
      await rig.stop();
    },
  };
}

/** The property for one node, which is empty again after each run. @param said counts the messages of all runs */
export function recordsLaw(records: () => Records, said: Said = new Map()) {
  return fc.asyncProperty(
    fc.noBias(
      fc.array(fc.array(fc.nat(0xffff), { minLength: EACH, maxLength: EACH }), {
        minLength: 1,
        maxLength: MESSAGES,
        size: 'max',
      }),
    ),
    async (tapes) => {
      const { users, endpoints } = records();
      const messages: Message[] = [];
      try {
        for (const tape of tapes) {
          const message = messageOf(new Tape(tape), known(records()));
          messages.push(message);
          await send(users, message, said);
        }
        for (const endpoint of endpoints) await readAll(endpoint);
        for (const [agent, user] of Object.entries(OWNERS)) await askForAll(records(), agent, user);
        await requireWhole(records());
      } catch (error) {
        const all = messages.map((message) => JSON.stringify(message)).join('\n');
        throw new Error(`${error instanceof Error ? error.message : error}\nafter\n${all}`, { cause: error });
      } finally {
        await clear(records());
      }
    },
  );
}

function known({ database }: Records): Known {
  const ids = (table: string) =>
    (database.prepare(`select id from ${table}`).all([]) as { readonly id: string }[]).map(({ id }) => id);
  const tasks = database.prepare('select id, from_agent as "from", to_agent as "to" from task').all([]);
  const subscriptions = ids(`(select value ->> 'id' as id from task, json_each(document, '$.subscriptions'))`);
  return { tasks: tasks as Known['tasks'], items: ids('context_item'), params: ids('data_param'), subscriptions };
}

async function send(users: Records['users'], message: Message, said: Said): Promise<void> {
  const { restconf, netconf } = users.get(message.user) as Reader;
  const count = said.get(nameOf(message)) ?? { done: 0, refused: 0 };
  said.set(nameOf(message), count);
  try {
    await say(message.overNetconf ? netconf : restconf, message);
    count.done++;
  } catch (error) {
    if (!(error instanceof Refusal) || OWN_FAULT.test(error.message)) throw error;
    count.refused++;
  }
}

async function readAll({ title, root, schema, restconf, netconf }: Endpoint): Promise<void> {
  const answer = await restconf.https.send('GET', `${root}/data`);
  if (answer.status !== 200) throw new Error(`RESTCONF tells ${title} ${answer.status}: ${answer.body}`);
  const json = JSON.parse(answer.body)['ietf-restconf:data'];
  await requireValid(`${title} over RESTCONF`, schema, () => decodeJson(schema.root, json, { schema }));
  const [data] = (await netconf.client.rpc('<get/>')).children;
  if (typeof data !== 'object') throw new Error(`NETCONF gives ${title} no data`);
  await requireValid(`${title} over NETCONF`, schema, () => decodeXml(schema.root, data.children, { schema }));
}

/** All that an agent is a side of comes by the operations that give records, too; at last it claims all that waits. */
async function askForAll({ users, database }: Records, agent: string, user: string): Promise<void> {
  const { restconf, netconf } = users.get(user) as Reader;
  const ofAgent = (table: string) =>
    database.prepare(`select id from ${table} where ? in (from_agent, to_agent)`).all([agent]) as { id: string }[];
  const tasks = ofAgent('task').map(({ id }) => id);
  const items = ofAgent('context_item').map(({ id }) => id);
  for (const face of [restconf, netconf]) {
    requireAll(`${user} lists`, tasks, await face.invoke('yangent-tasks:list', { limit: 1000 }), 'task');
    requireAll(`${user} fetches`, items, await face.invoke('yangent-contexts:fetch', { agent, limit: 10_000 }), 'item');
    for (const id of tasks) await face.invoke('yangent-tasks:query', { id });
  }
  const waiting = database
    .prepare(`select id from task where to_agent = ? and state = 'accepted' and ended is null`)
    .all([agent]) as { id: string }[];
  const claimed = await restconf.invoke('yangent-tasks:claim-next', { agent, max: 1000 });
  const wanted = waiting.map(({ id }) => id);
  requireAll(`${user} claims`, wanted, claimed, 'task');
}

function requireAll(what: string, ids: readonly string[], output: unknown, list: string): void {
  const entries = ((output ?? {}) as Readonly<Record<string, readonly { id: string }[]>>)[list] ?? [];
  const given = new Set(entries.map(({ id }) => id));
  const missing = ids.filter((id) => !given.has(id));
  if (missing.length > 0) throw new Error(`${what} without ${JSON.stringify(missing)}`);
}

/** What is kept is shown by each model: reads leave out what a model refuses, so that validity alone would not tell. */
async function requireWhole({ users, database }: Records): Promise<void> {
  const { https } = (users.get('admin') as Reader).restconf;
  const { status, body } = await https.send('GET', '/restconf/data');
  if (status !== 200) throw new Error(`${status}: ${body}`);
  const all = JSON.parse(body)['ietf-restconf:data'];
  for (const [table, path] of [
    ['task', 'yangent-tasks:tasks/task'],
    ['context_item', 'yangent-contexts:contexts/item'],
    ['context_item', 'irtf-agent:context'],
    ['data_param', 'yangent-contexts:data/param'],
    ['data_param', 'irtf-agent:data-params'],
  ] as const) {
    const kept = database.prepare(`select id from ${table}`).all([]) as { readonly id: string }[];
    const shown = new Set(idsAt(all, path));
    const hidden = kept.filter(({ id }) => !shown.has(id)).map(({ id }) => JSON.stringify(id));
    if (hidden.length > 0) throw new Error(`${path} leaves out ${hidden.join(', ')}, which the node accepted`);
  }
}

/** Identifiers of the entries of a list; empty where it has none. */
function idsAt(document: unknown, path: string): readonly string[] {
  let found = document;
  for (const step of path.split('/')) found = isMembers(found) ? found[step] : undefined;
  return Array.isArray(found) ? found.map(({ id }: { readonly id: string }) => id) : [];
}

async function requireValid(reader: string, schema: Schema, decode: () => Tree): Promise<void> {
  // Of the rest of the node not all is shown to everybody, so that it need not be whole.
  const skip = new Set([...schema.root.data.keys()].filter((name) => !SHOWN.test(name)));
  try {
    await validateAsync(decode(), { schema, type: 'data', skip });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const faults = error.all.map((each) => `${each.path}: ${each.message}`).join('\n');
    throw new Error(`what ${reader} reads is not valid:\n${faults}`, { cause: error });
  }
}

/** Most identifiers that one removal takes. */
const MOST_REMOVED = 100;

/** An operator takes everything away again, and describes the agents as they were. */
async function clear({ users, database }: Records): Promise<void> {
  const { restconf } = users.get('admin') as Reader;
  const ids = (table: string) =>
    (database.prepare(`select id from ${table} limit ${MOST_REMOVED}`).all([]) as { id: string }[]).map(({ id }) => id);
  for (let id = ids('task'); id.length > 0; id = ids('task')) await restconf.invoke('yangent-tasks:remove', { id });
  for (;;) {
    const [item, param] = [ids('context_item'), ids('data_param')];
    if (item.length + param.length === 0) break;
    await restconf.invoke('yangent-contexts:remove', { item, param });
  }
  for (const agent of AGENTS) {
    const body = JSON.stringify({ 'yangent-agents:agent': [agent] });
    const answer = await restconf.https.send('PUT', `/restconf/data/yangent-agents:agents/agent=${agent.id}`, { body });
    if (answer.status >= 400) throw new Error(answer.body);
  }
}

/** Whatever a node accepts is read again by everybody who may read it, over both protocols, and is valid there. */
import { join } from 'node:path';
import fc from 'fast-check';
import Database from 'libsql';
import { connectNetconf, type NetconfClient } from '../../src/clients/index.js';
import { decodeJson, decodeXml, RpcError, type Tree, validateAsync } from '../../src/data/index.js';
import { nodeSchema } from '../support/faces.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { type Message, messageOf, OWNERS } from './messages.js';
import { numbers, Tape } from './tape.js';

/** Numbers that one message takes off the tape, at most. */
const EACH = 24;
/** Messages of one run, after which all is read. */
export const MESSAGES = 20;

const SHOWN = /^(irtf-agent:(tasks|context|data-params)|yangent-tasks:tasks|yangent-contexts:(contexts|data))$/;
/** Of the rest of the node not all is shown to everybody, so that it need not be whole. */
const REST = new Set([...nodeSchema.root.data.keys()].filter((name) => !SHOWN.test(name)));
const PASSWORD = 'pw-xxxxxxxx';

interface Reader {
  readonly https: Https;
  readonly netconf: NetconfClient;
}

export interface Records {
  readonly readers: ReadonlyMap<string, Reader>;
  /** Of the node's database. */
  readonly file: string;
  close(): Promise<void>;
}

/** A node with three users, an agent each, and an administrator. */
export async function openRecords(): Promise<Records> {
  const rig: TestNode = await startTestNode({ logLevel: 'silent' });
  const users = Object.values(OWNERS);
  const entry = ([id, owner]: [string, string]) => ({
    id,
    owner: [owner],
    profile: { name: id, description: 'd', version: '1.0.0', provider: 'p' },
  });
  await rig.node.edit({
    'yangent-access:access': { user: users.map((name) => ({ name, password: `$0$${PASSWORD}` })) },
  });
  await rig.node.edit({ 'yangent-agents:agents': { agent: Object.entries(OWNERS).map(entry) } });
  const readers = new Map<string, Reader>();
  for (const name of ['admin', ...users]) {
    const password = name === 'admin' ? rig.password : PASSWORD;
    const netconf = await connectNetconf({ ...rig.netconf, username: name, password });
    readers.set(name, { https: new Https(rig, name, password), netconf });
  }
  return {
    readers,
    file: join(rig.directory, 'yangent.db'),
    close: async () => {
      for (const { https, netconf } of readers.values()) {
        https.close();
        await netconf.close();
      }
      await rig.stop();
    },
  };
}

/** The property for one node, which is empty again after each run. @param count is told of the messages of each run */
export function recordsLaw(records: () => Records, count: (messages: number) => void = () => {}) {
  return fc.asyncProperty(
    fc.array(numbers(EACH), { minLength: 1, maxLength: MESSAGES, size: 'max' }),
    async (tapes) => {
      count(tapes.length);
      const said = tapes.map((tape) => messageOf(new Tape(tape)));
      try {
        for (const message of said) await send(records(), message);
        for (const name of records().readers.keys()) await readAll(records(), name);
        await requireWhole(records());
      } finally {
        await clear(records());
      }
    },
  );
}

async function send({ readers }: Records, message: Message): Promise<void> {
  const { https } = readers.get(message.user) as Reader;
  const answer =
    'edit' in message
      ? await https.send('PATCH', '/restconf/data', { body: JSON.stringify({ 'ietf-restconf:data': message.edit }) })
      : await https.send('POST', `/restconf/operations/${message.rpc}`, {
          body: JSON.stringify({ [`${message.rpc.split(':')[0]}:input`]: message.input }),
        });
  if (answer.status >= 500) throw new Error(`${answer.status} to ${JSON.stringify(message)}: ${answer.body}`);
}

async function readAll({ readers }: Records, name: string): Promise<void> {
  const { https, netconf } = readers.get(name) as Reader;
  const answer = await https.send('GET', '/restconf/data');
  if (answer.status !== 200) throw new Error(`RESTCONF tells ${name} ${answer.status}: ${answer.body}`);
  const json = JSON.parse(answer.body)['ietf-restconf:data'];
  await requireValid(name, 'RESTCONF', () => decodeJson(nodeSchema.root, json, { schema: nodeSchema }));
  const [data] = (await netconf.rpc('<get/>')).children;
  if (typeof data !== 'object') throw new Error(`NETCONF gives ${name} no data`);
  await requireValid(name, 'NETCONF', () => decodeXml(nodeSchema.root, data.children, { schema: nodeSchema }));
}

/** What is kept is shown: reads leave out what its model refuses, so that validity alone would not tell. */
async function requireWhole({ readers, file }: Records): Promise<void> {
  const { https } = readers.get('admin') as Reader;
  const database = new Database(file, { readonly: true });
  try {
    for (const [table, path, list] of [
      ['task', 'yangent-tasks:tasks', 'task'],
      ['context_item', 'yangent-contexts:contexts', 'item'],
      ['data_param', 'yangent-contexts:data', 'param'],
    ] as const) {
      const kept = database.prepare(`select id from ${table}`).all([]) as { readonly id: string }[];
      const shown = new Set(await idsOf(https, path, list));
      const hidden = kept.filter(({ id }) => !shown.has(id)).map(({ id }) => JSON.stringify(id));
      if (hidden.length > 0) throw new Error(`${path} leaves out ${hidden.join(', ')}, which the node accepted`);
    }
  } finally {
    database.close();
  }
}

async function idsOf(https: Https, path: string, list: string): Promise<string[]> {
  const answer = await https.send('GET', `/restconf/data/${path}`);
  if (answer.status !== 200) return [];
  return JSON.parse(answer.body)[path][list]?.map(({ id }: { id: string }) => id) ?? [];
}

async function requireValid(name: string, protocol: string, decode: () => Tree): Promise<void> {
  try {
    await validateAsync(decode(), { schema: nodeSchema, type: 'data', skip: REST });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const faults = error.all.map((each) => `${each.path}: ${each.message}`).join('\n');
    throw new Error(`what ${name} reads over ${protocol} is not valid:\n${faults}`, { cause: error });
  }
}

/** An operator takes everything away again. */
async function clear({ readers }: Records): Promise<void> {
  const { https } = readers.get('admin') as Reader;
  const ids = (path: string, list: string) => idsOf(https, path, list);
  const remove = async (module: string, input: object) => {
    const body = JSON.stringify({ [`${module}:input`]: input });
    const { status, body: told } = await https.send('POST', `/restconf/operations/${module}:remove`, { body });
    if (status !== 200) throw new Error(`the operator cannot remove: ${told}`);
  };
  for (let id = await ids('yangent-tasks:tasks', 'task'); id.length > 0; id = await ids('yangent-tasks:tasks', 'task'))
    await remove('yangent-tasks', { id: id.slice(0, 100) });
  const item = await ids('yangent-contexts:contexts', 'item');
  const param = await ids('yangent-contexts:data', 'param');
  await remove('yangent-contexts', { item: item.slice(0, 100), param: param.slice(0, 100) });
}

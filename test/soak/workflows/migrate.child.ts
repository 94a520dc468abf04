/**
 * One life of a node with a run that is migrated, as a process of its own. It kills itself right after so many commits, counted from the
 * request to migrate, or right before one (half a commit less), or tells at the end how the run ended.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defineAgent } from '../../../src/index.js';
import { startNode } from '../../../src/node/index.js';
import { Connection } from '../../../src/store/statements.js';
import type { ReferenceRun } from './crash.js';
import { FIRST, MAP, SECOND } from './migrate.js';

const [directory = '', limit = '0'] = process.argv.slice(2);
let commits = Number.NEGATIVE_INFINITY;
const execute = Connection.prototype.execute;
Connection.prototype.execute = function (this: Connection, sql: string): void {
  if (sql === 'COMMIT' && commits + 0.5 === Number(limit)) process.kill(process.pid, 'SIGKILL');
  execute.call(this, sql);
  if (sql === 'COMMIT' && ++commits === Number(limit)) process.kill(process.pid, 'SIGKILL');
};

const doer = defineAgent({
  id: 'doer',
  profile: { name: 'doer', description: 'has effects', version: '1.0.0', provider: 'test' },
  skills: {
    effect: async ({ key }) => {
      appendFileSync(join(directory, 'effects'), `${key}\n`);
      return undefined;
    },
  },
});

const node = await startNode({
  ...{ data: join(directory, 'data'), tls: false, netconf: undefined, logLevel: 'error', strictEvents: true },
  restconf: { host: '127.0.0.1', port: 0 },
  agents: [doer],
});

const ROOT = 'yangent-workflows:workflows';
/** Replaces the definition: to merge would keep the nodes that are gone. */
async function define(definition: typeof FIRST | typeof SECOND): Promise<void> {
  const { restconf, passwordFile } = node.ready;
  const login = Buffer.from(`admin:${readFileSync(passwordFile, 'utf8').trim()}`).toString('base64');
  const answer = await fetch(`${restconf?.url}/restconf/data/${ROOT}/definition=moved`, {
    method: 'PUT',
    headers: { authorization: `Basic ${login}`, 'content-type': 'application/yang-data+json' },
    body: JSON.stringify({ 'yangent-workflows:definition': [definition] }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

type Shown = ReferenceRun & { readonly revision?: number };
async function until(run: string, wanted: (run: Shown) => boolean): Promise<Shown> {
  for (const end = Date.now() + 30_000; ; await pause(20)) {
    const found = (await node.read(`/${ROOT}/run[id='${run}']`)) as Shown;
    if (wanted(found) || Date.now() > end) return found;
  }
}
const isAtWork = ({ step = [] }: Shown) =>
  ['a completed', 'go executing'].every((each) =>
    step.some(({ node: name, state }) => `${name} ${state.replace('yangent-workflows:', '')}` === each),
  );

const file = join(directory, 'run');
if (!existsSync(file)) {
  await define(FIRST);
  const started = await node.invoke('yangent-workflows:start', { definition: 'moved' });
  writeFileSync(file, String((started as { readonly id: string }).id));
  await until(readFileSync(file, 'utf8'), isAtWork);
  await define(SECOND);
}
const id = readFileSync(file, 'utf8');
const before = await until(id, () => true);
commits = 0;
// An earlier life may have been killed before it heard of the answer.
if (before.revision !== 2) await node.act(`/${ROOT}/run[id='${id}']/migrate`, { map: MAP });
await node.act(`/${ROOT}/run[id='${id}']/signal`, { name: 'go', key: 'once' }).catch(() => undefined);
const run = await until(id, ({ state }) => state === 'completed');
process.stdout.write(`${JSON.stringify({ commits, run })}\n`);
await node.close();

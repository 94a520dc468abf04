/**
 * One life of a node with a sealed run, as a process of its own. It kills itself right after so many commits, counted from the start of
 * the run, or tells at the end how the run is stored, once its values were deleted.
 */

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defineAgent } from '../../../src/index.js';
import { startNode } from '../../../src/node/index.js';
import { Connection } from '../../../src/store/statements.js';

const [directory = '', limit = '0'] = process.argv.slice(2);
let commits = Number.NEGATIVE_INFINITY;
const execute = Connection.prototype.execute;
Connection.prototype.execute = function (this: Connection, sql: string): void {
  execute.call(this, sql);
  if (sql === 'COMMIT' && ++commits === Number(limit)) process.kill(process.pid, 'SIGKILL');
};

const clerk = defineAgent({
  id: 'clerk',
  profile: { name: 'clerk', description: 'files', version: '1.0.0', provider: 'test' },
  skills: {
    file: async ({ input }, run) => {
      const { person } = Object(input);
      const filed = await run.step('file', async () => ({ filed: person }));
      return { artifacts: [{ name: 'result', data: filed }] };
    },
  },
});

const node = await startNode({
  data: join(directory, 'data'),
  netconf: undefined,
  restconf: { host: '127.0.0.1', port: 0 },
  agents: [clerk],
  logLevel: 'error',
  strictEvents: true,
});
await node.edit({ 'yangent-workflows:workflows': { retention: { purge: 'completion' } } });
commits = 0;
const started = await node.invoke('yangent-workflows:start', {
  dag: {
    version: '1.0',
    node: ['a', 'b'].map((name) => ({
      ...{ name, task: { skill: 'file', agent: 'clerk' }, sensitivity: 'secret' },
      input: [{ name: 'person', value: 'input.person' }],
    })),
    edge: [{ from: 'a', to: 'b' }],
  },
  input: { person: process.env.MARKER },
  'run-key': 'sealed',
});
const { id } = started as { readonly id: string };
const read = async () =>
  (await node.read(`/yangent-workflows:workflows/run[id='${id}']`)) as { readonly seal?: string };
let run = await read();
for (const end = Date.now() + 30_000; run.seal !== 'shredded' && Date.now() < end; run = await read()) await pause(50);
process.stdout.write(`${JSON.stringify({ commits, run })}\n`);
await node.close();

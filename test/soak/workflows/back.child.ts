/**
 * One life of a node with a run that fails and is undone, as a process of its own. It kills itself right after so many commits, counted
 * from the start of the run, or tells at the end how the run ended.
 */
import { join } from 'node:path';
import { startNode } from '../../../src/node/index.js';
import { Connection } from '../../../src/store/statements.js';
import { BACK, BACK_INNER, undoer } from './back.js';

const [directory = '', limit = '0'] = process.argv.slice(2);
let commits = Number.NEGATIVE_INFINITY;
const execute = Connection.prototype.execute;
Connection.prototype.execute = function (this: Connection, sql: string): void {
  execute.call(this, sql);
  if (sql === 'COMMIT' && ++commits === Number(limit)) process.kill(process.pid, 'SIGKILL');
};

const node = await startNode({
  data: join(directory, 'data'),
  netconf: undefined,
  restconf: { host: '127.0.0.1', port: 0 },
  agents: [undoer(join(directory, 'effects'))],
  logLevel: 'error',
  strictEvents: true,
});
await node.edit({ 'yangent-workflows:workflows': { definition: [BACK_INNER, BACK] } });
commits = 0;
const started = await node.invoke('yangent-workflows:start', { definition: 'back', 'run-key': 'back', wait: 60 });
const id = (started as { readonly id: string }).id;
const run = await node.read(`/yangent-workflows:workflows/run[id='${id}']`);
const told = commits;
process.stdout.write(`${JSON.stringify({ commits: told, run })}\n`);
await node.close();

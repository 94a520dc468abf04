/**
 * One life of one of the two nodes, as a process of its own. It kills itself right after so many commits, counted from when it was
 * ready; else it lives until its parent ends it, or is gone.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNode } from '../../../../src/node/index.js';
import { Connection } from '../../../../src/store/statements.js';
import { CREDENTIAL, configurationOf, PASSWORDS, type Role, worker } from './graphs.js';

const [directory = '', given = 'near', port = '0', other = '0', limit = '0'] = process.argv.slice(2);
const role: Role = given === 'far' ? 'far' : 'near';
let commits = Number.NEGATIVE_INFINITY;
const execute = Connection.prototype.execute;
Connection.prototype.execute = function (this: Connection, sql: string): void {
  execute.call(this, sql);
  if (sql === 'COMMIT' && ++commits === Number(limit)) process.kill(process.pid, 'SIGKILL');
};

/** Milliseconds in which the other node is back, also on a busy machine: a node that stays away fails the step, rightly. */
const PATIENCE = 120_000;

const data = join(directory, 'data');
process.env.YANGENT_STATE = join(directory, 'state');
if (role === 'near') {
  mkdirSync(join(data, 'secrets'), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'secrets', CREDENTIAL), PASSWORDS.near, { mode: 0o600 });
}
const node = await startNode({
  ...{ data, tls: false, netconf: undefined, logLevel: 'error', strictEvents: true },
  restconf: { host: '127.0.0.1', port: Number(port) },
  agents: [worker(join(directory, 'effects'))],
  limits: { remote: { patience: PATIENCE } },
});
const note = join(directory, 'configured');
if (!existsSync(note)) await node.edit(configurationOf(role, Number(other)));
writeFileSync(note, '');
commits = 0;
process.stdout.write(`${JSON.stringify({ password: readFileSync(node.ready.passwordFile, 'utf8').trim() })}\n`);
await new Promise((resolve) => process.stdin.on('end', resolve).resume());
writeFileSync(join(directory, 'commits'), String(commits));
await node.close();
process.exit();

/** npm run bench [-- [--json] [NAME...]]: runs the benchmarks, those named or all that need no download, and prints a table. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '../support/build.js';
import { agentSessionsBench } from './agent-sessions.js';
import { agentSessionsPeersBench } from './agent-sessions-peers.js';
import { creationsBench } from './creations.js';
import { discoverBench } from './discover.js';
import { fanOutBench } from './fan-out.js';
import { type Bench, type Figure, table } from './figure.js';
import { loopsBench } from './loops.js';
import { netconfBench } from './netconf.js';
import { netconfLongBench } from './netconf-long.js';
import { restconfBench } from './restconf.js';
import { restconfListsBench } from './restconf-lists.js';
import { sessionsBench } from './sessions.js';
import { startupBench } from './startup.js';
import { tasksBench } from './tasks.js';
import { trustBench } from './trust.js';
import { workflowsBench } from './workflows.js';
import { workflowsPeersBench } from './workflows-peers.js';
import { yangBench } from './yang.js';

const BENCHES: Readonly<Record<string, Bench>> = {
  netconf: netconfBench,
  'netconf-long': netconfLongBench,
  restconf: restconfBench,
  'restconf-lists': restconfListsBench,
  creations: creationsBench,
  sessions: sessionsBench,
  'agent-sessions': agentSessionsBench,
  'agent-sessions-peers': agentSessionsPeersBench,
  'fan-out': fanOutBench,
  tasks: tasksBench,
  discover: discoverBench,
  loops: loopsBench,
  startup: startupBench,
  trust: trustBench,
  yang: yangBench,
  workflows: workflowsBench,
  'workflows-peers': workflowsPeersBench,
};
/** Run only when named: they fetch packages, or take a quarter of an hour. */
const ON_REQUEST: ReadonlySet<string> = new Set(['agent-sessions-peers', 'workflows-peers']);

const json = process.argv.includes('--json');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--json');
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`there is no benchmark ${unknown.join(', ')}; there is ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
build();
const directory = mkdtempSync(join(tmpdir(), 'yangent-bench-'));
const figures: Figure[] = [];
try {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (wanted.length > 0 ? !wanted.includes(name) : ON_REQUEST.has(name)) continue;
    if (!json) console.error(`${name} ...`);
    const place = join(directory, name);
    mkdirSync(place);
    figures.push(...(await bench(place)));
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node.js ${process.version}`;
if (json) console.log(JSON.stringify({ machine, figures }, undefined, 2));
else console.log(`${machine}\n\n${table(figures)}`);

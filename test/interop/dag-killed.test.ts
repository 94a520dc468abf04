/** A node as a process, which is killed when it has done what a document asks for and its answer is not yet there. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FaultyWay } from '../rows/faulty-way.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { WorkflowRig } from '../workflows/rig.js';

const WORKER = fileURLToPath(new URL('remote-steps.mjs', import.meta.url));
const TYPE = 'application/vnd.ietf.agent-task-dag+json';
const data = temporaryFolder();
const effects = join(data, 'effects');
let node: ServeProcess;

const serve = (port = 0) =>
  startServe({
    data,
    args: ['--adapter', 'dag', '--agent', WORKER, '--restconf', `127.0.0.1:${port}`],
    env: { EFFECTS: effects },
  });

beforeAll(async () => {
  writeFileSync(effects, '');
  node = await serve();
});
afterAll(() => node?.end('SIGTERM'));

const document = {
  'yangent-workflows:dag': {
    graph: {
      version: '1.0',
      node: [{ name: 'look', task: { skill: 'slow' }, input: [{ name: 'site', value: 'input.site' }] }],
      output: [{ name: 'seen', value: 'steps.look.output.result.site' }],
    },
    request: { input: { site: 'north' }, 'run-key': 'once' },
  },
};

/** Sends the document to the node, or on the way to it. */
async function post(url = node.url) {
  const admin = new Https({ ...node, url });
  try {
    return await admin.send('POST', '/dag', { body: JSON.stringify(document), type: TYPE, accept: TYPE });
  } finally {
    admin.close();
  }
}

it('ATD-9-e ATD-9-p: a document that is sent again after its node was killed is one run, with the same digest', async () => {
  const way = await FaultyWay.to(node.url);
  let killed: Promise<void> | undefined;
  way.fail('cut', () => {
    killed = node.end('SIGKILL');
  });
  await expect(post(way.url)).rejects.toThrow();
  expect(killed).toBeDefined();
  await killed;
  await way.close();
  node = await serve();
  const flows = WorkflowRig.of(node);
  const { run: before } = await flows.rpc('list-runs', {});
  expect(before).toMatchObject([{ 'run-key': 'once' }]);
  const again = await post();
  expect(again.status).toBe(201);
  const { id } = JSON.parse(again.body)['yangent-workflows:dag'].run;
  expect(before.map((run: { readonly id: string }) => run.id)).toEqual([id]);
  const run = await flows.until(id, ({ state }) => state === 'completed', 60_000);
  expect(run).toMatchObject({ digest: before[0].digest, output: { seen: 'north' } });
  const { run: after } = await flows.rpc('list-runs', {});
  expect(after).toHaveLength(1);
  flows.admin.close();
}, 90_000);

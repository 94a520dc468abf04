/** A run that waits for votes on its way back survives kills: the gate is the same one, votes count, and a step is undone once. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { type Run, stepOf, WorkflowClient } from './rig.js';

const PASSWORD = 'long enough';
const AGENT = `import { appendFileSync } from 'node:fs';
const note = (what) => async () => appendFileSync(process.env.EFFECTS, what + '\\n');
export default {
  id: 'mason',
  profile: { name: 'mason', description: 'builds', version: '1.0.0', provider: 'test' },
  skills: { build: note('build'), unbuild: note('unbuild') },
};
`;

interface Shown {
  readonly digest: string;
  readonly state: string;
  readonly vote?: readonly { readonly by: string }[];
}

const gateIn = (run: Run) => (stepOf(run, 'wall').gate as readonly [Shown] | undefined)?.[0];

function open(node: ServeProcess) {
  const [admin, one, two] = [new Https(node), new Https(node, 'one', PASSWORD), new Https(node, 'two', PASSWORD)];
  return { client: new WorkflowClient(admin), one, two, close: () => [admin, one, two].map((each) => each.close()) };
}

it('a node that is killed before, between and after the votes', { timeout: 120_000 }, async () => {
  const data = temporaryFolder();
  const effects = join(data, 'effects');
  const agent = join(data, 'mason.mjs');
  writeFileSync(agent, AGENT);
  const start = () => startServe({ data, args: ['--agent', agent], env: { EFFECTS: effects } });
  const first = await start();
  const before = open(first);
  const body = JSON.stringify({
    'ietf-restconf:data': {
      'yangent-access:access': { user: ['one', 'two'].map((name) => ({ name, password: `$0$${PASSWORD}` })) },
      'yangent-workflows:workflows': {
        guard: [{ name: 'careful', skill: ['unbuild'], approval: { approver: ['one', 'two'], quorum: 2 } }],
      },
    },
  });
  expect((await before.client.admin.send('PATCH', '/restconf/data', { body })).status).toBe(204);
  const wall = { name: 'wall', task: { skill: 'build', agent: 'mason' }, compensation: { skill: 'unbuild' } };
  const { id } = await before.client.start({ node: [wall] });
  const back = [
    ['to', '1'],
    ['reason', 'the wrong place'],
    ['then', 'end'],
  ];
  await before.client.act(`${id}/roll-back`, Object.fromEntries(back));
  const waiting = await before.client.until(id, (run) => gateIn(run)?.state === 'open');
  const digest = gateIn(waiting)?.digest;
  before.close();
  await first.end('SIGKILL');

  const second = await start();
  const between = open(second);
  await between.client.act(`${id}/step=wall,0,1/approve`, { digest }, between.one);
  between.close();
  await second.end('SIGKILL');

  const third = await start();
  const after = open(third);
  const run = await after.client.run(id);
  expect([run.state, gateIn(run)]).toMatchObject(['rolling-back', { digest, state: 'open', vote: [{ by: 'one' }] }]);
  expect(readFileSync(effects, 'utf8')).toBe('build\n');
  await after.client.act(`${id}/step=wall,0,1/approve`, { digest }, after.two);
  after.close();
  await third.end('SIGKILL');

  const fourth = await start();
  const last = open(fourth);
  const done = await last.client.until(id, ({ state }) => state === 'rolled-back');
  expect(gateIn(done)).toMatchObject({ digest, state: 'approved', vote: [{ by: 'one' }, { by: 'two' }] });
  expect([...new Set(readFileSync(effects, 'utf8').trim().split('\n'))]).toEqual(['build', 'unbuild']);
  last.close();
  await fourth.end('SIGTERM');
});

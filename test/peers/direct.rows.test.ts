/** Direct and indirect communication: over the node of the sender, or straight to the node that `resolve` names. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../until.js';
import { Client, DomainsRig, type Plain } from './domains-rig.js';

let rig: DomainsRig;
beforeAll(async () => {
  rig = await DomainsRig.start();
});
afterAll(() => rig?.stop());

const order = (from: string, to: string) => ({
  ...{ from, to, type: 'survey', async: true, content: '##task description look' },
});
const ended = (look: () => Promise<Plain>) => until(look, ({ state }) => state === 'completed' || state === 'failed');

it('ANF-9-b ANF-9.1-a ANF-11.1-f ANF-12.1-a: a node says the address of an agent by its identifier, and the task goes there without it', async () => {
  const [ann, adminOss, adminCore] = [rig.client('oss', 'ann'), rig.client('oss'), rig.client('core')];
  const { id } = await ann.output('yangent-tasks:assign', order('noc', 'worker@core.example'));
  expect(await ended(() => ann.task(id))).toMatchObject({ state: 'completed' });
  const over = (await adminOss.tasks()).length;

  const where = await adminOss.output('yangent-peers:resolve', { agent: 'worker@core.example' });
  expect(where).toMatchObject({
    ...{ domain: 'core.example', online: true },
    endpoint: [{ protocol: 'restconf', url: rig.core.url, 'ip-address': ['127.0.0.1'] }],
  });
  const direct = new Client({ ...rig.core, url: where.endpoint[0].url }, 'oss-node');
  const { id: straight } = await direct.output('yangent-tasks:assign', order('noc@oss.example', 'worker'));
  const done = await ended(() => direct.task(straight));
  direct.https.close();
  expect(done).toMatchObject({ state: 'completed', from: 'noc@oss.example', to: 'worker' });
  expect((await adminCore.tasks()).map((task) => task.id)).toContain(straight);
  expect(await adminOss.tasks()).toHaveLength(over);
});

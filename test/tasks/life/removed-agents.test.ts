/** Tasks of an agent that went while no process could act on it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { yangent } from '../../cli/support.js';
import { temporaryFolder } from '../../support/clean-up.js';
import { Https } from '../../support/http.js';
import { startTestNode } from '../../support/node.js';

const agent = (id: string) => ({ id, profile: { name: id, description: 'd', version: '1.0.0', provider: 'acme' } });
const operation = (admin: Https, name: string, input: unknown) =>
  admin.send('POST', `/restconf/operations/yangent-tasks:${name}`, {
    body: JSON.stringify({ 'yangent-tasks:input': input }),
  });

it('end at the start when the agent is not in the configuration that was imported', async () => {
  const folder = temporaryFolder();
  const data = temporaryFolder();
  const file = join(folder, 'running.json');
  const first = await startTestNode({ data });
  const admin = new Https(first);
  await first.node.edit({ 'yangent-agents:agents': { agent: [agent('asker'), agent('gone'), agent('stays')] } });
  const assign = async (to: string) => {
    const assigned = await operation(admin, 'assign', {
      from: 'asker',
      to,
      'task-id': to,
      objective: 'x',
      async: true,
    });
    expect(assigned.status).toBe(200);
    return String(JSON.parse(assigned.body)['yangent-tasks:output'].id);
  };
  const [going, staying] = [await assign('gone'), await assign('stays')];
  await first.stop();

  writeFileSync(file, JSON.stringify({ 'yangent-agents:agents': { agent: [agent('asker'), agent('stays')] } }));
  expect(await yangent('data', 'import', '--data', data, file)).toMatchObject({ code: 0 });

  const second = await startTestNode({ data });
  const reader = new Https(second);
  const task = async (id: string) => {
    const { body } = await reader.send('GET', `/restconf/data/yangent-tasks:tasks/task=${id}`);
    return JSON.parse(body)['yangent-tasks:task'][0];
  };
  expect(await task(going)).toMatchObject({
    state: 'failed',
    error: { code: 'executor-lost', message: 'the executing agent was removed' },
  });
  expect(await task(staying)).toMatchObject({ state: 'accepted' });
  await second.stop();
});

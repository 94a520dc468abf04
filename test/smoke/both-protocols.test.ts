/** The compiled program over both protocols: whether it works at all, in a few seconds. */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { startServe } from '../support/serve.js';

const TASKS = 'xmlns="urn:yangent:params:xml:ns:yang:yangent-tasks"';

const PROFILE = '"description":"d","version":"1.0.0","provider":"ACME"';

it('a task that is assigned over RESTCONF is claimed and completed over NETCONF, and is there after kill -9', async () => {
  const data = temporaryFolder();
  let node = await startServe({ data });
  let http = new Https(node);
  const invoke = (rpc: string, input: string) =>
    http.send('POST', `/restconf/operations/${rpc}`, { body: `{"${rpc.split(':')[0]}:input":${input}}` });

  for (const id of ['desk', 'crew']) {
    const registered = await invoke('yangent-agents:register', `{"id":"${id}","profile":{"name":"${id}",${PROFILE}}}`);
    expect(registered.body).toBe(`{"yangent-agents:output":{"id":"${id}","approved":true}}`);
  }
  const assigned = await invoke('yangent-tasks:assign', '{"from":"desk","to":"crew","type":"repair","async":true}');
  const { id, state } = JSON.parse(assigned.body)['yangent-tasks:output'];
  expect(state).toBe('accepted');

  const netconf = await RawNetconf.open(node);
  expect(await netconf.ask(`<claim-next ${TASKS}><agent>crew</agent></claim-next>`)).toContain(`<id>${id}</id>`);
  const complete = `<tasks ${TASKS}><task><id>${id}</id><complete><attempt>1</attempt></complete></task></tasks>`;
  const completed = await netconf.ask(`<action xmlns="urn:ietf:params:xml:ns:yang:1">${complete}</action>`);
  expect(completed).toContain(`<state ${TASKS}>completed</state>`);
  netconf.close();
  http.close();

  await node.end('SIGKILL');
  node = await startServe({ data });
  http = new Https(node);
  const read = await http.send('GET', `/restconf/data/yangent-tasks:tasks/task=${id}?fields=id;state;attempt`);
  expect(JSON.parse(read.body)).toEqual({
    'yangent-tasks:task': [{ id, state: 'completed', attempt: 1 }],
  });
  http.close();
  await node.end('SIGTERM');
});

it('a client with a wrong password is refused', async () => {
  const node = await startServe({ data: temporaryFolder() });
  const http = new Https(node, 'admin', 'wrong');
  expect((await http.send('GET', '/restconf/data')).status).toBe(401);
  await expect(RawNetconf.connect(node, { user: 'admin', password: 'wrong' })).rejects.toThrow('authentication');
  http.close();
  await node.end('SIGTERM');
});

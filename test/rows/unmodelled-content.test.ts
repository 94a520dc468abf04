/** Content of an anydata that no module of the node describes keeps its namespace, whichever protocol it comes and goes by. */
import { beforeAll, expect, it } from 'vitest';
import { AGENTS_XML, register, TASKS_XML, useAgentsRig } from './agents-rig.js';

const rig = useAgentsRig();

beforeAll(async () => {
  await register(rig, 'alice', 'noc');
  await register(rig, 'carol', 'crew');
});

const PORT = '<port xmlns="urn:acme:ports"><speed>10</speed></port>';
const MEMBERS = { 'urn:acme:ports:port': { speed: '10' } };

async function shownEverywhere(id: string): Promise<void> {
  const xml = await rig.netconf('carol', `<query xmlns="${TASKS_XML}"><id>${id}</id></query>`);
  expect(xml).toContain(`<input>${PORT}</input>`);
  const { output } = await rig.operation('carol', 'yangent-tasks:query', { id });
  expect(output.task.input).toEqual(MEMBERS);
}

it('given in XML over NETCONF', async () => {
  const assigned = await rig.netconf(
    'alice',
    `<assign xmlns="${TASKS_XML}"><task-id>by-netconf</task-id><from>noc</from><to>crew</to><input>${PORT}</input></assign>`,
  );
  const id = /<id[^>]*>([^<]+)</.exec(assigned)?.[1] ?? '';
  await shownEverywhere(id);
});

it('given in JSON, and in XML over RESTCONF', async () => {
  const { output } = await rig.operation('alice', 'yangent-tasks:assign', { from: 'noc', to: 'crew', input: MEMBERS });
  await shownEverywhere(output.id);
  const answer = await rig.http(
    'alice',
    'POST',
    '/restconf/operations/yangent-tasks:assign',
    `<input xmlns="${TASKS_XML}"><task-id>by-xml</task-id><from>noc</from><to>crew</to><input>${PORT}</input></input>`,
    'application/yang-data+xml',
  );
  expect(answer.status).toBe(200);
  const { output: found } = await rig.operation('alice', 'yangent-tasks:query', { from: 'noc', 'task-id': 'by-xml' });
  await shownEverywhere(found.task.id);
});

it('of a module that the node has, by the name of the module', async () => {
  const { output } = await rig.operation('alice', 'yangent-tasks:assign', {
    from: 'noc',
    to: 'crew',
    input: { 'yangent-agents:port': { 'no-module:speed': 1 } },
  });
  const xml = await rig.netconf('carol', `<query xmlns="${TASKS_XML}"><id>${output.id}</id></query>`);
  expect(xml).toContain(`<port xmlns="${AGENTS_XML}"><speed xmlns="no-module">1</speed></port>`);
});

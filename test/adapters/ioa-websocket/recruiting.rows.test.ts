/** Agents find, recruit and leave one another in the words of the draft; agents of other protocols are in the same teams. */

import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { beforeAll, expect, it } from 'vitest';
import { createFace } from '../../../adapters/ioa-websocket/index.js';
import { RawNetconf } from '../../support/raw-netconf.js';
import { type IoaClient, passwordOf, useIoaRig } from './ioa-rig.js';

const SCHOLAR = 'Google Scholar Agent';
const PDF = 'PDF Agent';
const FIBRE = 'Fibre Agent';
const SESSIONS = 'urn:yangent:params:xml:ns:yang:yangent-sessions';
const rig = useIoaRig({ adapters: [createFace({ listen: '127.0.0.1:0' })] });

beforeAll(async () => {
  for (const [agent, user, about] of [
    [SCHOLAR, 'alice', 'finds papers'],
    [PDF, 'bob', 'reads PDF documents'],
    [FIBRE, 'carol', 'troubleshooting of fibre circuits'],
  ] as const) {
    const client = await rig.dial(agent, user);
    await client.ask({ type: 'registration', content: about, capabilities: [] });
    await client.close();
  }
});

const all = () => Promise.all([rig.dial(SCHOLAR, 'alice'), rig.dial(PDF, 'bob'), rig.dial(FIBRE, 'carol')]);
const session = async (id: string) => (await rig.get('admin', `yangent-sessions:sessions/session=${id}`))[0];
const turn = (client: IoaClient, id: string, name: string) =>
  client.next((frame) => frame.group_id === id && frame.next_speaker?.includes(name));

/** Forms a team for a goal. @returns its identifier */
async function formed(client: IoaClient, frame: { readonly goal: string; readonly [member: string]: unknown }) {
  client.send(frame);
  return (await client.next(({ goal }) => goal === frame.goal)).group_id as string;
}

it('IOA-3-a IOA-4.1-e IOA-4.1-j IOA-4.2-e IOA-4.3-a IOA-4.3-b: a query finds agents by their vectors, though they share no word with it', async () => {
  const scholar = await rig.dial(SCHOLAR, 'alice');
  scholar.send({ type: 'query', capabilities: ['diagnose an optical link'] });
  const { team_members: found } = await scholar.typed('query');
  expect(found[0]).toEqual({
    name: FIBRE,
    description: 'troubleshooting of fibre circuits',
    score: expect.any(Number),
  });
});

it('IOA-1-c IOA-4.3-d IOA-4.3-e: an agent recruits another for a task beyond it, and the team above hears the result alone', async () => {
  const [scholar, pdf, fibre] = await all();
  const above = await formed(scholar, { goal: 'why is R1-R2 down', team_members: [PDF], team_up_depth: 1 });
  await turn(scholar, above, SCHOLAR);
  scholar.send({ group_id: above, task_id: 'r1', task_desc: 'look into the link', next_speaker: [PDF] });
  await pdf.in(above, 'task assignment');
  const below = await formed(pdf, { goal: 'diagnose an optical link', task_id: 'r1' });
  expect(await fibre.in(below, 'team formation')).toMatchObject({ sender: PDF, goal: 'diagnose an optical link' });
  await turn(pdf, below, PDF);
  pdf.send({ group_id: below, content: 'is there light?', next_speaker: [FIBRE] });
  await turn(fibre, below, FIBRE);
  fibre.send({ group_id: below, content: 'none', next_speaker: [PDF] });
  await pdf.next(({ content }) => content === 'none');
  pdf.send({ group_id: below, type: 'conclusion', content: 'the fibre is cut' });
  expect(await scholar.in(above, 'task result')).toMatchObject({ task_id: 'r1', task_conclusion: 'the fibre is cut' });
  expect(scholar.left.filter(({ group_id }) => group_id !== above)).toEqual([]);
});

it('IOA-3-b IOA-4.1-m: an agent that wants to be asked joins a team, forms one below it, and both end when the team is disbanded', async () => {
  await rig.node.node.edit({
    'yangent-agents:agents': { agent: [{ id: 'PDF-Agent', execution: { accepts: { sessions: 'ask' } } }] },
  });
  const [scholar, pdf, fibre] = await all();
  const above = await formed(scholar, { goal: 'a paper to ask for', team_members: [PDF], team_up_depth: 1 });
  const stateOf = async (agent: string) =>
    (await session(above)).member.find((each: { agent: string }) => each.agent === agent).state;
  expect(await stateOf('PDF-Agent')).toBe('invited');
  pdf.send({ type: 'join', group_id: above });
  expect(await pdf.in(above, 'team formation')).toMatchObject({ goal: 'a paper to ask for' });
  await turn(scholar, above, SCHOLAR);
  expect(await stateOf('PDF-Agent')).toBe('joined');
  scholar.send({ group_id: above, task_id: 'd1', task_desc: 'read', next_speaker: [PDF] });
  await pdf.in(above, 'task assignment');
  const below = await formed(pdf, { goal: 'to be disbanded', team_members: [FIBRE], task_id: 'd1' });
  await fibre.in(below, 'team formation');
  scholar.send({ type: 'disband', group_id: above });
  await scholar.in(above, 'disband');
  await expect.poll(async () => (await session(below)).state).toBe('closed');
  expect(await session(above)).toMatchObject({ state: 'closed', task: [{ 'task-id': 'd1', state: 'canceled' }] });
});

it('IOA-0-d IOA-1-b IOA-3-d IOA-4.1-b IOA-4.2-a IOA-5-a: agents over a WebSocket, NETCONF in XML and RESTCONF in JSON are one team', async () => {
  await rig.node.node.edit({
    'yangent-agents:agents': { agent: [{ id: 'PDF-Agent', execution: { accepts: { sessions: 'node' } } }] },
  });
  const scholar = await rig.dial(SCHOLAR, 'alice');
  scholar.send({ type: 'query', capabilities: ['diagnose an optical link'] });
  const [{ name }] = (await scholar.typed('query')).team_members;
  const id = await formed(scholar, { goal: 'all together', team_members: [PDF, name] });
  await turn(scholar, id, SCHOLAR);
  scholar.send({ group_id: id, content: 'what does the manual say?', next_speaker: [PDF] });
  await scholar.next(({ content }) => content === 'what does the manual say?');

  const netconf = await RawNetconf.open(rig.node, '1.1', { user: 'bob', password: passwordOf('bob') });
  const received = await netconf.ask(
    `<receive xmlns="${SESSIONS}"><session>${id}</session><agent>PDF-Agent</agent></receive>`,
  );
  expect(received).toContain('<content>what does the manual say?</content>');
  const said = `<session>${id}</session><from>PDF-Agent</from><content>look at &lt;R1&gt;</content><next-speaker>Fibre-Agent</next-speaker>`;
  expect(await netconf.ask(`<send xmlns="${SESSIONS}">${said}</send>`)).toMatch(/<sequence[^>]*>\d+<\/sequence>/);
  netconf.close();
  expect(await scholar.next(({ sender }) => sender === PDF)).toMatchObject({
    ...{ type: 'discussion', content: 'look at <R1>', next_speaker: [FIBRE] },
  });

  const { message } = await rig.rpc('carol', 'yangent-sessions:receive', { session: id, agent: 'Fibre-Agent' });
  expect(message).toContainEqual(expect.objectContaining({ from: 'PDF-Agent', content: 'look at <R1>' }));
  const reply = { session: id, from: 'Fibre-Agent', content: 'no light', 'next-speaker': ['Google-Scholar-Agent'] };
  expect(await rig.rpc('carol', 'yangent-sessions:send', reply)).toMatchObject({ session: id });
  expect(await scholar.next(({ sender }) => sender === FIBRE)).toMatchObject({
    ...{ type: 'discussion', content: 'no light', next_speaker: [SCHOLAR] },
  });
});

it('IOA-5-d IOA-8-b: both addresses of the WebSocket speak TLS 1.3, and no earlier version', async () => {
  const listen = rig.node.node.ready.adapters?.['ioa-websocket']?.listen ?? '';
  const ca = readFileSync(rig.node.certificate);
  const speaks = (url: string, version: 'TLSv1.2' | 'TLSv1.3') => {
    const { hostname: host, port } = new URL(url);
    return new Promise((resolve) => {
      const socket = connect({ host, port: Number(port), ca, minVersion: version, maxVersion: version });
      socket.once('secureConnect', () => {
        resolve(socket.getProtocol());
        socket.destroy();
      });
      socket.once('error', () => resolve('refused'));
    });
  };
  expect(listen).toMatch(/^wss:/);
  for (const url of [listen, rig.node.url])
    expect([await speaks(url, 'TLSv1.3'), await speaks(url, 'TLSv1.2')]).toEqual(['TLSv1.3', 'refused']);
});

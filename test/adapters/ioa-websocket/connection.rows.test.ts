/** Connections of the adapter: login, registration, messages of groups, positions, and bad input, as literal frames. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type IoaClient, type Plain, passwordOf, useIoaRig } from './ioa-rig.js';

const SCHOLAR = 'Google Scholar Agent';
const PDF = 'PDF Agent';
const rig = useIoaRig();

const closed = async (client: IoaClient) => {
  const [code, reason] = await once(client.socket, 'close');
  return { code, reason: String(reason) };
};
/** Opens a group of the scholar with the PDF agent. @returns its identifier */
const group = async (more: Plain = {}): Promise<string> => {
  const input = { from: SCHOLAR, kind: 'group', goal: 'a paper', member: [{ agent: PDF }], ...more };
  return (await rig.rpc('alice', 'yangent-sessions:open', input)).id;
};

beforeAll(async () => {
  const scholar = await rig.dial(SCHOLAR, 'alice');
  const early = { type: 'discussion', group_id: 'x', content: 'too early' };
  expect(await scholar.ask(early)).toMatchObject({
    ...{ type: 'error', tag: 'operation-failed' },
    content: expect.stringContaining('is not registered'),
  });
  const registration = {
    type: 'registration',
    sender: SCHOLAR,
    content: 'finds papers',
    capabilities: ['search', 'cite'],
  };
  expect(await scholar.ask(registration)).toEqual({
    ...{ sender: SCHOLAR, type: 'registration', message_type: 'registration' },
    ...{ agent_id: 'Google-Scholar-Agent', approved: true },
  });
  const pdf = await rig.dial(PDF, 'bob');
  expect(await pdf.ask({ type: 'registration', content: 'reads PDF documents', capabilities: ['pdf'] })).toMatchObject({
    agent_id: 'PDF-Agent',
  });
});

describe('an agent', () => {
  it('IOA-1-h IOA-4.1-h IOA-4.2-b IOA-4.2-c IOA-4.2-d: is registered with its description and its skills, for discovery', async () => {
    const { profile, owner } = (await rig.get('alice', 'yangent-agents:agents/agent=Google-Scholar-Agent'))[0];
    expect(owner).toEqual(['alice']);
    expect(profile).toMatchObject({ name: SCHOLAR, description: 'finds papers', provider: 'alice' });
    expect(profile.skills.skill).toEqual([{ 'skill-name': 'cite' }, { 'skill-name': 'search' }]);
    const scholar = await rig.dial(SCHOLAR, 'alice');
    scholar.send({ type: 'query', capabilities: ['reads PDF documents'] });
    const found = await scholar.typed('query');
    expect(found.team_members[0]).toEqual({ name: PDF, description: 'reads PDF documents', score: expect.any(Number) });
  });

  it('is known by its name and by its identifier, to its owner alone', async () => {
    await rig.dial('PDF-Agent', 'bob');
    for (const agent of [PDF, 'PDF-Agent'])
      expect(await rig.refused(agent, 'carol')).toMatchObject({
        status: 403,
        body: expect.stringContaining('may not speak as agent'),
      });
    expect((await rig.refused(PDF, 'bob', 'wrong')).status).toBe(401);
  });

  it('of another user is not registered over one that is there', async () => {
    const other = await rig.dial('PDF/Agent', 'carol');
    expect(await other.ask({ type: 'registration', content: 'mine' })).toMatchObject({
      type: 'error',
      tag: 'access-denied',
    });
  });

  it('whose name several agents have is to be named by its identifier', async () => {
    for (const domain of ['north', 'south']) {
      const profile = { name: 'twin', description: 'd', version: '1.0.0', provider: 'p' };
      await rig.rpc('bob', 'yangent-agents:register', { id: `twin-${domain}`, domain, profile });
    }
    expect(await rig.refused('twin', 'bob')).toMatchObject({ status: 400, body: expect.stringContaining('ambiguous') });
    const id = await group({ member: [{ agent: 'twin-north' }, { agent: 'twin-south' }] });
    const scholar = await rig.dial(SCHOLAR, 'alice');
    const { team_members } = await scholar.in(id, 'team formation');
    expect(team_members).toEqual([SCHOLAR, 'twin-north', 'twin-south']);
  });

  it('is not taken for another that has its name, and keeps its name itself', async () => {
    const scholar = await rig.dial(SCHOLAR, 'alice');
    const profile = { name: SCHOLAR, description: 'd', version: '1.0.0', provider: 'p' };
    await rig.rpc('bob', 'yangent-agents:register', { id: 'false', domain: 'elsewhere', profile });
    const id = await group({ member: [{ agent: 'PDF-Agent' }, { agent: 'false' }] });
    const pdf = await rig.dial(PDF, 'bob');
    await rig.rpc('bob', 'yangent-sessions:send', { session: id, from: 'false', content: 'pay me' });
    expect(await pdf.in(id, 'team formation')).toMatchObject({
      ...{ sender: 'Google-Scholar-Agent', team_members: ['Google-Scholar-Agent', PDF, 'false'] },
    });
    expect(await pdf.in(id, 'discussion')).toMatchObject({ sender: 'false', content: 'pay me' });
    scholar.send({ sender: SCHOLAR, group_id: id, content: 'no' });
    const spoke = (frame: Plain) => frame.group_id === id && frame.content === 'no';
    expect(await scholar.next(spoke)).toMatchObject({ sender: SCHOLAR });
    expect(await pdf.next(spoke)).toMatchObject({ sender: 'Google-Scholar-Agent' });
    await rig.del('yangent-agents:agents/agent=false');
  });

  it('connects at its own path, with a WebSocket', async () => {
    const socket = new WebSocket(`${rig.node.url.replace('https', 'wss')}/ioa/ws/a/b`, {
      auth: `alice:${passwordOf('alice')}`,
      ca: readFileSync(rig.node.certificate),
    });
    const [, response] = await once(socket, 'unexpected-response');
    response.resume();
    expect(response.statusCode).toBe(404);
  });
});

describe('a message', () => {
  it('IOA-4.1-g IOA-4.1-k IOA-4.5-e IOA-4.5-l IOA-4.5-m: reaches the others in the words of the draft, and comes back to its sender', async () => {
    const id = await group();
    const [scholar, pdf] = [await rig.dial(SCHOLAR, 'alice'), await rig.dial(PDF, 'bob')];
    const said = { sender: SCHOLAR, group_id: id, type: 'Discussion', content: 'hello', message_id: 'm1' };
    scholar.send(said);
    const own = await scholar.in(id, 'discussion');
    expect(own).toMatchObject({
      ...{ sender: SCHOLAR, group_id: id, state: 'discussion', type: 'discussion', message_type: 'discussion' },
      ...{ message_id: 'm1', content: 'hello', sequence: expect.any(Number) },
    });
    expect(await pdf.in(id, 'team formation')).toMatchObject({
      ...{ type: 'team formation', sender: SCHOLAR, group_id: id, goal: 'a paper' },
      team_members: [SCHOLAR, PDF],
    });
    expect(await pdf.in(id, 'discussion')).toEqual(own);
    // The same again is the same message.
    scholar.send(said);
    expect(await scholar.in(id, 'discussion')).toEqual(own);
    scholar.send({ ...said, content: 'other' });
    expect(await scholar.in(id, 'error')).toMatchObject({ tag: 'data-exists', message_id: 'm1' });
  });

  it('IOA-0-e IOA-4.5-a: takes members along that the draft does not name, and none of them stands for one that it names', async () => {
    const id = await group();
    const [scholar, pdf] = [await rig.dial(SCHOLAR, 'alice'), await rig.dial(PDF, 'bob')];
    scholar.send({ group_id: id, content: 'look', mood: { glad: [1, 2] }, redelivered: true, at: 'never' });
    const heard = await pdf.in(id, 'discussion');
    expect(heard).toMatchObject({ content: 'look', mood: { glad: [1, 2] } });
    expect(heard.redelivered).toBe(undefined);
    expect(Date.parse(heard.at)).toBeGreaterThan(0);
    scholar.send({ group_id: id, content: 'look', much: 'x'.repeat(65_536) });
    expect(await scholar.typed('error')).toMatchObject({ tag: 'too-big' });
  });

  it('has names of the draft, and of what the node tells, in another spelling as a text, so that no client takes them for those of the node', async () => {
    const id = await group();
    const pdf = await rig.dial(PDF, 'bob');
    for (const extension of [
      '{"header":{"sender":"x"}}',
      '{"Payload":{}}',
      '{"SENDER":"x"}',
      '{"next speaker":["x"]}',
      '{"Member_State":"joined"}',
      '{"Artifacts":[]}',
    ]) {
      await rig.rpc('alice', 'yangent-sessions:send', { session: id, from: SCHOLAR, content: 'hi', extension });
      const heard = await pdf.in(id, 'discussion');
      expect(heard.extension).toBe(extension);
      expect(Object.keys(heard)).not.toContain(Object.keys(JSON.parse(extension))[0]);
    }
  });

  it('IOA-4.5-b IOA-4.5-c IOA-4.5-d: is answered as begun, with header and payload', async () => {
    const id = await group();
    const scholar = await rig.dial(SCHOLAR, 'alice');
    scholar.send({ header: { sender: SCHOLAR, group_id: id, state: 'discussion' }, payload: { content: 'hello' } });
    expect(await scholar.next(({ payload }) => payload?.content === 'hello')).toMatchObject({
      header: { sender: SCHOLAR, group_id: id, state: 'discussion' },
      payload: { type: 'discussion', content: 'hello' },
    });
  });

  it('IOA-E-a: is refused from another sender, for a foreign group, and with a state that the group has not', async () => {
    const id = await group();
    const pdf = await rig.dial(PDF, 'bob');
    pdf.send({ sender: SCHOLAR, group_id: id, content: 'x' });
    expect(await pdf.in(id, 'error')).toMatchObject({
      tag: 'access-denied',
      content: expect.stringContaining('this is the connection of "PDF Agent"'),
    });
    pdf.send({ group_id: id, type: 'vote', state: 'conclusion', content: 'yes' });
    expect(await pdf.in(id, 'error')).toMatchObject({
      tag: 'invalid-value',
      content: expect.stringContaining('the group is in the state "discussion"'),
    });
    const other = (await rig.rpc('alice', 'yangent-sessions:open', { from: SCHOLAR, kind: 'group' })).id;
    for (const foreign of [other, '01990000-0000-7000-8000-000000000000', "x']/../secret"]) {
      pdf.send({ group_id: foreign, content: 'x' });
      expect(await pdf.in(foreign, 'error')).toMatchObject({
        tag: 'data-missing',
        content: expect.stringMatching(/^there is no (session|group) ".*" of yours$/),
      });
    }
  });

  it('IOA-4.1-i: waits while the agent is away, and comes again until it is acknowledged', async () => {
    const id = await group();
    const scholar = await rig.dial(SCHOLAR, 'alice');
    scholar.send({ group_id: id, content: 'while you were away' });
    await scholar.in(id, 'discussion');
    // The first connection takes it, but never answers the ping.
    const deaf = await rig.dial(PDF, 'bob', { autoPong: false });
    expect(await deaf.in(id, 'discussion')).toMatchObject({ content: 'while you were away' });
    await deaf.close();
    const pdf = await rig.dial(PDF, 'bob');
    const again = await pdf.in(id, 'discussion');
    expect(again).toMatchObject({ content: 'while you were away', redelivered: true });
    const position = async () =>
      (await rig.get('bob', `yangent-sessions:sessions/session=${id}/member=PDF-Agent`))[0].acknowledged;
    await expect.poll(position).toBe(String(again.sequence));
  });

  it('is acknowledged by a frame once the client sends one, and then no more by pongs', async () => {
    const id = await group();
    const [scholar, pdf] = [await rig.dial(SCHOLAR, 'alice'), await rig.dial(PDF, 'bob')];
    scholar.send({ group_id: id, content: 'one' });
    const one = await pdf.in(id, 'discussion');
    pdf.send({ type: 'acknowledge', group_id: id, sequence: one.sequence });
    const position = async () =>
      Number((await rig.get('bob', `yangent-sessions:sessions/session=${id}/member=PDF-Agent`))[0].acknowledged);
    await expect.poll(position).toBe(one.sequence);
    scholar.send({ group_id: id, content: 'two' });
    const two = await pdf.in(id, 'discussion');
    pdf.send({ type: 'acknowledge', group_id: id, sequence: two.sequence + 9 });
    expect(await pdf.in(id, 'error')).toMatchObject({ tag: 'invalid-value' });
    expect(await position()).toBe(one.sequence);
    pdf.send({ type: 'acknowledge', group_id: id, sequence: two.sequence });
    await expect.poll(position).toBe(two.sequence);
  });
});

describe('members', () => {
  it('leave, come back, and disband', async () => {
    const id = await group({ admission: 'node' });
    const [scholar, pdf] = [await rig.dial(SCHOLAR, 'alice'), await rig.dial(PDF, 'bob')];
    const member = (frame: Plain) => frame.group_id === id && frame.member === PDF && frame.member_state;
    pdf.send({ type: 'leave', group_id: id });
    await pdf.in(id, 'leave');
    expect(await scholar.next((frame) => member(frame) === 'left')).toMatchObject({ sender: '', type: 'membership' });
    pdf.send({ type: 'join', group_id: id });
    expect(await pdf.in(id, 'team formation')).toMatchObject({ goal: 'a paper' });
    await scholar.next((frame) => member(frame) === 'joined');
    pdf.send({ type: 'disband', group_id: id });
    expect(await pdf.in(id, 'error')).toMatchObject({ tag: 'access-denied' });
    scholar.send({ type: 'disband', group_id: id });
    await scholar.in(id, 'disband');
    expect((await rig.get('alice', `yangent-sessions:sessions/session=${id}`))[0].state).toBe('closed');
  });
});

describe('bad input', () => {
  it.each([
    ['no JSON', '{"content":"SECRET', 'malformed-message'],
    ['nested too deep', `{"content":${'['.repeat(40)}"SECRET"${']'.repeat(40)}}`, 'malformed-message'],
    ['an unknown type', '{"type":"SECRET"}', 'invalid-value'],
  ])('is answered by an error frame: %s', async (_title, frame, tag) => {
    const scholar = await rig.dial(SCHOLAR, 'alice');
    scholar.socket.send(frame);
    expect(await scholar.typed('error')).toMatchObject({ message_type: 'error', tag });
    // The connection goes on.
    scholar.send({ type: 'query', capabilities: ['pdf'] });
    await scholar.typed('query');
  });

  it('ends the connection: binary frames with 1003, invalid UTF-8 with 1007, frames too long with 1009', async () => {
    const binary = await rig.dial(SCHOLAR, 'alice');
    binary.socket.send(Buffer.from('{}'));
    expect(await closed(binary)).toEqual({ code: 1003, reason: 'frames are texts' });
    const garbled = await rig.dial(SCHOLAR, 'alice');
    garbled.socket.send(Buffer.from([0x7b, 0xff, 0xfe]), { binary: false });
    expect((await closed(garbled)).code).toBe(1007);
    const long = await rig.dial(SCHOLAR, 'alice');
    const part = 'x'.repeat(1024 * 1024);
    for (let at = 0; at < 9; at += 1) long.socket.send(part, { fin: false });
    expect((await closed(long)).code).toBe(1009);
  });

  it('ends the connection after 100 refused frames in a row with 1008', async () => {
    const scholar = await rig.dial(SCHOLAR, 'alice');
    for (let at = 0; at < 99; at += 1) scholar.socket.send('no');
    for (let at = 0; at < 99; at += 1) await scholar.typed('error');
    scholar.send({ type: 'query', capabilities: ['pdf'] });
    await scholar.typed('query');
    for (let at = 0; at < 100; at += 1) scholar.socket.send('no');
    expect(await closed(scholar)).toEqual({ code: 1008, reason: '100 frames in a row were refused' });
  });

  it('ends the connection when the login ends', async () => {
    await rig.node.node.edit({ 'yangent-access:access': { user: [{ name: 'dora', password: '$0$dora has one' }] } });
    const socket = new WebSocket(`${rig.node.url.replace('https', 'wss')}/ioa/ws/dora`, {
      auth: 'dora:dora has one',
      ca: readFileSync(rig.node.certificate),
    });
    await once(socket, 'open');
    const ended = once(socket, 'close');
    await rig.del('yangent-access:access/user=dora');
    expect((await ended)[0]).toBe(1008);
  });
});

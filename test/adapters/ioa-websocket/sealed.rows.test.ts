/** Sealed teams over the adapter: literal frames with a media type, and those in clear, which are refused. */
import { CompactEncrypt } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { type IoaClient, useIoaRig } from './ioa-rig.js';

const rig = useIoaRig();
const [SCHOLAR, PDF] = ['Scholar Agent', 'PDF Agent'];
const JWE = await new CompactEncrypt(new TextEncoder().encode('the paper is out'))
  .setProtectedHeader({ alg: 'dir', enc: 'A128GCM' })
  .encrypt(new Uint8Array(16).fill(7));
const JOSE = { media_type: 'application/jose' };

let scholar: IoaClient;
let pdf: IoaClient;
let group: string;

beforeAll(async () => {
  for (const [agent, user] of [
    [SCHOLAR, 'alice'],
    [PDF, 'bob'],
  ] as const) {
    const client = await rig.dial(agent, user);
    await client.ask({ type: 'registration', content: `is the ${agent}`, capabilities: [agent] });
    await client.close();
  }
});

/** Forms a sealed team of both agents, in which the scholar has the floor. */
async function form(): Promise<void> {
  [scholar, pdf] = [await rig.dial(SCHOLAR, 'alice'), await rig.dial(PDF, 'bob')];
  scholar.send({ goal: 'a paper', team_members: [PDF], encryption: 'sealed', content: JWE, ...JOSE });
  const formed = await scholar.next(({ goal }) => goal === 'a paper');
  expect(formed).toMatchObject({ type: 'team formation', encryption: 'sealed' });
  group = formed.group_id;
  expect(await pdf.next((frame) => frame.group_id === group && frame.goal === 'a paper')).toMatchObject({
    encryption: 'sealed',
  });
  expect(await pdf.in(group, 'discussion')).toMatchObject({ content: JWE, ...JOSE });
}

it('carries sealed content with its media type, and refuses a frame in clear in the names of frames', async () => {
  await form();
  scholar.send({ group_id: group, content: 'the paper is out', message_id: 'c-1' });
  const refused = await scholar.next(({ type }) => type === 'error');
  expect(refused).toMatchObject({ tag: 'invalid-value', app_tag: 'not-sealed', group_id: group, message_id: 'c-1' });
  expect(refused.content).toContain('"content" is not sealed: it has the media type text/plain');
  scholar.send({ group_id: group, content: JWE, ...JOSE, mood: 'good' });
  expect((await scholar.next(({ type }) => type === 'error')).content).toContain(
    'a member that the protocol does not name has no media type, so that it cannot be sealed: say it in "content"',
  );
  scholar.send({ header: { group_id: group }, payload: { content: JWE, ...JOSE, next_speaker: PDF } });
  expect(await pdf.in(group, 'discussion')).toMatchObject({ sender: SCHOLAR, content: JWE, ...JOSE });
});

it('assigns sealed tasks, tells sealed results, and concludes sealed', async () => {
  await form();
  const assignment = { group_id: group, state: 'sync task assignment', next_speaker: [PDF], task_id: 't-1' };
  scholar.send({ ...assignment, task_desc: JWE, ...JOSE, task_abstract: 'read it' });
  expect((await scholar.next(({ type }) => type === 'error')).content).toContain('"task_abstract" has no media type');
  scholar.send({ ...assignment, task_desc: JWE, ...JOSE });
  expect(await pdf.in(group, 'task assignment')).toMatchObject({ task_desc: JWE, ...JOSE });
  pdf.send({ group_id: group, type: 'task result', task_conclusion: JWE, ...JOSE });
  expect(await scholar.in(group, 'task result')).toMatchObject({
    task_conclusion: JWE,
    task_state: 'completed',
    ...JOSE,
  });
  scholar.send({ group_id: group, type: 'conclusion', content: JWE, ...JOSE });
  expect(await pdf.in(group, 'conclusion')).toMatchObject({ content: JWE, ...JOSE });
});

it('seals a team later by the frame of its formation, and never opens it again', async () => {
  [scholar, pdf] = [await rig.dial(SCHOLAR, 'alice'), await rig.dial(PDF, 'bob')];
  scholar.send({ goal: 'a talk', team_members: [PDF] });
  const { group_id: id } = await scholar.next(({ goal }) => goal === 'a talk');
  scholar.send({ group_id: id, goal: 'a talk', encryption: 'sealed' });
  expect(await scholar.next(({ encryption }) => encryption !== undefined)).toMatchObject({ encryption: 'sealed' });
  scholar.send({ group_id: id, type: 'team formation', encryption: 'none' });
  expect((await scholar.next(({ type }) => type === 'error')).content).toContain(
    '"encryption" is sealed, and stays so',
  );
  scholar.send({ group_id: id, type: 'team formation', encryption: 'half' });
  expect((await scholar.next(({ type }) => type === 'error')).content).toContain('expected one of: none, sealed');
});

it('tells a result in clear without its text', async () => {
  await form();
  scholar.send({ group_id: group, type: 'task assignment', content: JWE, ...JOSE, next_speaker: [PDF] });
  await pdf.in(group, 'task assignment');
  pdf.send({ group_id: group, type: 'task result', task_conclusion: 'the paper is out' });
  const result = await scholar.in(group, 'task result');
  expect(result).toMatchObject({ task_conclusion: '', task_state: 'completed', not_sealed: true });
  expect(JSON.stringify([result, ...scholar.left])).not.toContain('the paper is out');
});

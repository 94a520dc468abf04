/** Teams over the adapter: formation, turns, tasks and the end, as literal frames. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type IoaClient, type Plain, useIoaRig } from './ioa-rig.js';

const SCHOLAR = 'Google Scholar Agent';
const PDF = 'PDF Agent';
const WRITER = 'Academic Writing Agent';
const rig = useIoaRig();

interface Team {
  readonly id: string;
  readonly scholar: IoaClient;
  readonly pdf: IoaClient;
}

/** Forms a team of the scholar and the PDF agent, which discusses and waits for the scholar. */
async function team(more: Plain = {}): Promise<Team> {
  const [scholar, pdf] = [await rig.dial(SCHOLAR, 'alice'), await rig.dial(PDF, 'bob')];
  scholar.send({ goal: 'a paper', team_members: [PDF], ...more });
  const { group_id: id } = await scholar.next((frame) => frame.goal === 'a paper' && !known.has(frame.group_id));
  known.add(id);
  await turn(scholar, id, SCHOLAR);
  await pdf.in(id, 'floor');
  return { id, scholar, pdf };
}
const known = new Set<string>();

const turn = (client: IoaClient, id: string, name: string) =>
  client.next((frame) => frame.group_id === id && frame.next_speaker?.includes(name));
const session = async (id: string) => (await rig.get('alice', `yangent-sessions:sessions/session=${id}`))[0];

beforeAll(async () => {
  for (const [agent, user] of [
    [SCHOLAR, 'alice'],
    [PDF, 'bob'],
    [WRITER, 'carol'],
  ] as const) {
    const client = await rig.dial(agent, user);
    await client.ask({ type: 'registration', content: `is the ${agent}`, capabilities: [agent] });
    await client.close();
  }
});

describe('IOA-4.5-h IOA-4.5-i IOA-4.5-j IOA-4.5-k: a team formation', () => {
  it('IOA-4.1-f: comes back with its group, and reaches the members', async () => {
    const [scholar, pdf] = [await rig.dial(SCHOLAR, 'alice'), await rig.dial(PDF, 'bob')];
    const frame = { sender: SCHOLAR, group_id: '', goal: 'read', team_members: [PDF], team_up_depth: 2, max_turns: 9 };
    scholar.send(frame);
    const formed = await scholar.next(({ goal }) => goal === 'read');
    expect(formed).toMatchObject({
      ...{ sender: SCHOLAR, type: 'team formation', goal: 'read', team_members: [SCHOLAR, PDF].toSorted() },
      ...{ team_up_depth: 2, max_turns: 9, group_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    expect(await pdf.next(({ goal }) => goal === 'read')).toMatchObject({
      ...{ sender: SCHOLAR, group_id: formed.group_id, team_up_depth: 2, max_turns: 9 },
    });
    known.add(formed.group_id);
    // It comes once: as the answer, or before the first message of the group.
    await scholar.next(({ type, member }) => type === 'membership' && member === PDF);
    scholar.send({ group_id: formed.group_id, content: 'begun' });
    await scholar.next(({ content }) => content === 'begun');
    expect(scholar.left.filter(({ type }) => type === 'team formation')).toEqual([]);
  });

  it('IOA-0-b: without members invites who fits its goal, and tells needs that nobody meets', async () => {
    const scholar = await rig.dial(SCHOLAR, 'alice');
    scholar.send({ goal: 'Academic Writing Agent' });
    expect((await scholar.next(({ goal }) => goal === 'Academic Writing Agent')).team_members).toContain(WRITER);
    scholar.send({ goal: 'xyzzy quux' });
    expect(await scholar.next(({ goal }) => goal === 'xyzzy quux')).toMatchObject({
      team_members: [SCHOLAR],
      unmet: ['goal'],
    });
  });

  it('of a member that is not there is refused', async () => {
    const scholar = await rig.dial(SCHOLAR, 'alice');
    scholar.send({ goal: 'x', team_members: ['Nobody'] });
    expect(await scholar.typed('error')).toMatchObject({
      tag: 'invalid-value',
      content: expect.stringContaining('"team_members" names "Nobody", but there is no such agent here'),
    });
  });

  it('with a group adds members and fills terms, from the coordinator alone', async () => {
    const { id, scholar, pdf } = await team();
    pdf.send({ type: 'team formation', group_id: id, team_members: [WRITER] });
    expect(await pdf.in(id, 'error')).toMatchObject({
      tag: 'access-denied',
      content: `agent "${PDF}" is not the coordinator of the group, who adds members`,
    });
    pdf.send({ type: 'team formation', group_id: id, goal: 'a paper', team_members: [SCHOLAR] });
    expect(await pdf.in(id, 'team formation')).toMatchObject({ goal: 'a paper' });
    scholar.send({ group_id: id, goal: 'another' });
    expect(await scholar.in(id, 'error')).toMatchObject({
      tag: 'invalid-value',
      content: expect.stringContaining(
        'the group has the goal "a paper", which stays; for a team below a task of yours',
      ),
    });
    scholar.send({ type: 'team formation', group_id: id, max_turns: 7, team_members: [WRITER, PDF] });
    const members = [SCHOLAR, PDF, WRITER].toSorted();
    expect(await scholar.in(id, 'team formation')).toMatchObject({
      goal: 'a paper',
      max_turns: 7,
      team_members: members,
    });
    expect((await session(id)).member.map(({ agent }: Plain) => agent)).toContain('Academic-Writing-Agent');
  });
});

describe('IOA-4.4-a IOA-4.5-f IOA-4.5-n: the next speaker', () => {
  it('has the floor; others are told who has it', async () => {
    const { id, scholar, pdf } = await team();
    pdf.send({ group_id: id, content: 'me first' });
    expect(await pdf.in(id, 'error')).toMatchObject({ tag: 'operation-failed', app_tag: 'no-floor' });
    scholar.send({ group_id: id, content: 'you first', next_speaker: PDF });
    expect(await turn(pdf, id, PDF)).toMatchObject({ content: 'you first', state: 'discussion' });
    pdf.send({ group_id: id, content: 'thank you', next_speaker: [SCHOLAR] });
    const back = await scholar.next((frame) => frame.group_id === id && frame.sender === PDF);
    expect(back).toMatchObject({ content: 'thank you', next_speaker: [SCHOLAR] });
  });

  it('that is no agent is refused', async () => {
    const { id, scholar } = await team();
    scholar.send({ group_id: id, content: 'x', next_speaker: ['Nobody'] });
    expect(await scholar.in(id, 'error')).toMatchObject({
      tag: 'invalid-value',
      content: expect.stringContaining('"next_speaker" names "Nobody"'),
    });
  });
});

describe('IOA-4.1-q IOA-4.4-b IOA-4.4-c IOA-4.5-o IOA-4.5-p IOA-4.5-q IOA-4.5-r: a task assignment', () => {
  it('names its executors, or is refused with the members', async () => {
    const { id, scholar } = await team();
    scholar.send({ group_id: id, task_desc: 'read it' });
    expect(await scholar.in(id, 'error')).toMatchObject({
      tag: 'missing-element',
      content: expect.stringContaining(`the members are "${SCHOLAR}", "${PDF}"`),
    });
  });

  it('that is synchronous lets the executor alone go on, and ends with its conclusion', async () => {
    const { id, scholar, pdf } = await team();
    scholar.send({ group_id: id, task_id: 't1', task_desc: 'read a.pdf', task_abstract: 'read', next_speaker: [PDF] });
    expect(await pdf.in(id, 'task assignment')).toMatchObject({
      ...{ sender: SCHOLAR, state: 'synchronous task assignment', mode: 'synchronous', next_speaker: [PDF] },
      ...{ task_id: 't1', task_desc: 'read a.pdf', task_abstract: 'read' },
    });
    // The adapter has claimed it for its agent.
    expect((await session(id)).task[0]).toMatchObject({ 'task-id': 't1', assignee: 'PDF-Agent', state: 'running' });
    pdf.send({ type: 'inform task progress', task_id: 't1', group_id: id, content: 'half' });
    expect(await pdf.in(id, 'task progress')).toMatchObject({ task_id: 't1', state: 'synchronous task assignment' });
    pdf.send({ task_id: 't1', task_conclusion: 'ten pages' });
    const result = {
      sender: PDF,
      type: 'task result',
      task_id: 't1',
      task_conclusion: 'ten pages',
      state: 'discussion',
    };
    expect(await pdf.in(id, 'task result')).toMatchObject({ ...result, task_state: 'completed' });
    expect(await scholar.in(id, 'task result')).toMatchObject({ ...result, state: 'synchronous task assignment' });
    expect(await turn(scholar, id, SCHOLAR)).toMatchObject({ state: 'discussion' });
  });

  it('IOA-0-c IOA-1-g: that is asynchronous lets the discussion go on; the coordinator switches at run time', async () => {
    const { id, scholar, pdf } = await team();
    scholar.send({ group_id: id, state: 'async_task_assignment', task_id: 't2', task_desc: 'x', next_speaker: [PDF] });
    expect(await scholar.in(id, 'task assignment')).toMatchObject({ state: 'asynchronous task assignment' });
    await pdf.in(id, 'task assignment');
    const discussion = { group_id: id, type: 'discussion' };
    scholar.send({ ...discussion, state: 'asynchronous task assignment', content: 'meanwhile' });
    expect(await scholar.in(id, 'discussion')).toMatchObject({ state: 'asynchronous task assignment' });
    pdf.send({ ...discussion, state: 'synchronous task assignment', content: 'not mine to say' });
    expect(await pdf.in(id, 'error')).toMatchObject({ tag: 'access-denied' });
    scholar.send({ ...discussion, state: 'synchronous task assignment', content: 'now we wait' });
    await expect.poll(async () => (await session(id)).state).toBe('synchronous-task-assignment');
    scholar.send({ type: 'grant', group_id: id, state: 'asynchronous task assignment' });
    await expect.poll(async () => (await session(id)).state).toBe('asynchronous-task-assignment');
    pdf.send({ group_id: id, task_id: 't2-typo', task_conclusion: 'done' });
    expect(await pdf.in(id, 'error')).toMatchObject({
      ...{
        tag: 'data-missing',
        content: expect.stringContaining('no task "t2-typo" in this group; its tasks are "t2"'),
      },
    });
    // The payload of figure 3 comes back with its conclusion.
    const figure = { message_type: 'task assignment', task_id: 't2', task_desc: 'x', task_conclusion: 'done' };
    pdf.send({ group_id: id, ...figure });
    expect(await pdf.in(id, 'task result')).toMatchObject({ task_id: 't2', task_state: 'completed' });
  });

  it('that fails says why', async () => {
    const { id, scholar, pdf } = await team();
    scholar.send({ group_id: id, task_id: 't3', task_desc: 'x', next_speaker: [PDF] });
    await pdf.in(id, 'task assignment');
    pdf.send({ type: 'error', group_id: id, task_id: 't3', content: 'the file is broken' });
    expect(await scholar.in(id, 'task result')).toMatchObject({
      task_state: 'failed',
      task_conclusion: expect.stringContaining('the file is broken'),
    });
    pdf.send({ group_id: id, task_id: 't3', task_conclusion: 'after all' });
    expect(await pdf.in(id, 'error')).toMatchObject({ tag: 'data-missing' });
  });

  it('outlives the connection of its executor', async () => {
    const { id, scholar, pdf } = await team();
    scholar.send({ group_id: id, task_id: 't4', task_desc: 'x', next_speaker: [PDF] });
    await pdf.in(id, 'task assignment');
    const state = async () => (await session(id)).task[0].state;
    expect(await state()).toBe('running');
    await pdf.close();
    await expect.poll(state).toBe('accepted');
    const again = await rig.dial(PDF, 'bob');
    again.send({ group_id: id, task_id: 't4', task_conclusion: 'done' });
    expect(await again.in(id, 'task result')).toMatchObject({ task_id: 't4', task_state: 'completed' });
  });
});

describe('IOA-4.4-d IOA-4.5-s: pause & trigger', () => {
  it('waits for the tasks that it names', async () => {
    const { id, scholar, pdf } = await team();
    scholar.send({ group_id: id, type: 'async task assignment', task_id: 't5', task_desc: 'x', next_speaker: [PDF] });
    await pdf.in(id, 'task assignment');
    scholar.send({ group_id: id, type: 'Pause & Trigger', triggers: ['nothing'] });
    expect(await scholar.in(id, 'error')).toMatchObject({ tag: 'invalid-value' });
    scholar.send({ header: { group_id: id, state: 'pause & trigger' }, payload: { triggers: ['t5'] } });
    expect(await pdf.in(id, 'pause & trigger')).toMatchObject({ state: 'pause & trigger', triggers: ['t5'] });
    pdf.send({ group_id: id, task_id: 't5', task_conclusion: 'done' });
    expect(await pdf.in(id, 'floor')).toMatchObject({ sender: '', state: 'discussion', next_speaker: [SCHOLAR] });
  });
});

describe('IOA-4.4-e: the conclusion', () => {
  it('is one frame in an open state, and comes with conclude before it', async () => {
    const { id, scholar, pdf } = await team();
    const end = { group_id: id, state: 'Conclusion', content: 'the paper is done', message_id: 'end' };
    scholar.send(end);
    expect(await pdf.in(id, 'conclude')).toMatchObject({ state: 'conclusion', next_speaker: [SCHOLAR] });
    expect(await pdf.in(id, 'conclusion')).toMatchObject({ sender: SCHOLAR, content: 'the paper is done' });
    expect(await session(id)).toMatchObject({ state: 'closed', conclusion: 'the paper is done' });
    // A client that did not get the answer sends it again.
    const first = await scholar.in(id, 'conclusion');
    scholar.send(end);
    expect(await scholar.in(id, 'conclusion')).toEqual(first);
  });

  it('may be given to another', async () => {
    const { id, scholar, pdf } = await team();
    scholar.send({ group_id: id, type: 'conclude', next_speaker: [PDF] });
    expect(await turn(pdf, id, PDF)).toMatchObject({ type: 'conclude', state: 'conclusion' });
    pdf.send({ group_id: id, message_type: 'conclusion', content: 'done' });
    expect(await scholar.in(id, 'conclusion')).toMatchObject({ sender: PDF, content: 'done' });
  });
});

describe('IOA-4.3-c IOA-6-b: a team below a team', () => {
  it('is formed for a task of its initiator, as deep as the team above allows, and ends with the task', async () => {
    const { id, scholar, pdf } = await team({ team_up_depth: 1 });
    scholar.send({ group_id: id, task_id: 't6', task_desc: 'x', next_speaker: [PDF] });
    await pdf.in(id, 'task assignment');
    const writer = await rig.dial(WRITER, 'carol');
    pdf.send({ goal: 'below', team_members: [WRITER], team_up_depth: 5, task_id: 't6' });
    const below = await pdf.next(({ goal }) => goal === 'below');
    expect(below).toMatchObject({ team_up_depth: 0 });
    expect((await rig.get('bob', `yangent-sessions:sessions/session=${below.group_id}`))[0].parent.session).toBe(id);
    await turn(pdf, below.group_id, PDF);
    pdf.send({ group_id: below.group_id, task_id: 't7', task_desc: 'x', next_speaker: [WRITER] });
    await writer.in(below.group_id, 'task assignment');
    writer.send({ goal: 'deeper', team_members: [PDF], task_id: 't7' });
    expect(await writer.typed('error')).toMatchObject({ app_tag: 'depth-exceeded' });
    writer.send({ group_id: below.group_id, task_id: 't7', task_conclusion: 'written' });
    await pdf.in(below.group_id, 'task result');
    await turn(pdf, below.group_id, PDF);
    pdf.send({ group_id: below.group_id, type: 'conclusion', content: 'from below' });
    expect(await scholar.in(id, 'task result')).toMatchObject({ task_id: 't6', task_conclusion: 'from below' });
  });
});

describe('IOA-3-b IOA-4.5-h: an agent that wants to be asked', () => {
  const CRITIC = 'Critic Agent';
  const invitation = (id: string) => ({
    ...{ sender: SCHOLAR, group_id: id, state: 'discussion', type: 'team formation', message_type: 'team formation' },
    ...{ kind: 'team', goal: 'a paper', team_members: [CRITIC, SCHOLAR, PDF], team_up_depth: 3, next_speaker: [] },
    ...{ message_id: expect.any(String), sequence: expect.any(Number), member_state: 'invited', role: 'speaker' },
    at: expect.any(String),
  });

  beforeAll(async () => {
    const critic = await rig.dial(CRITIC, 'carol');
    await critic.ask({ type: 'registration', content: 'judges papers', capabilities: ['judging'] });
    await critic.close();
    const entry = { id: 'Critic-Agent', execution: { accepts: { sessions: 'ask' } } };
    await rig.node.node.edit({ 'yangent-agents:agents': { agent: [entry] } });
  });

  it('gets the frame of the group on each connection until it joins, and then what is said', async () => {
    const { id, scholar } = await team();
    scholar.send({ type: 'team formation', group_id: id, team_members: [CRITIC] });
    await scholar.in(id, 'team formation');
    const first = await rig.dial(CRITIC, 'carol');
    expect(await first.next()).toEqual(invitation(id));
    scholar.send({ group_id: id, content: 'among us' });
    await scholar.next(({ content }) => content === 'among us');
    expect(first.left).toEqual([]);
    await first.close();
    const second = await rig.dial(CRITIC, 'carol');
    expect(await second.next()).toEqual({ ...invitation(id), redelivered: true });
    expect(await second.ask({ type: 'join', group_id: id })).toMatchObject({ type: 'team formation', group_id: id });
    scholar.send({ group_id: id, content: 'welcome', next_speaker: [CRITIC] });
    expect(await second.in(id, 'discussion')).toMatchObject({ content: 'welcome', next_speaker: [CRITIC] });
    second.send({ group_id: id, content: 'thanks' });
    expect(await scholar.next(({ content }) => content === 'thanks')).toMatchObject({ sender: CRITIC });
    expect(await second.ask({ type: 'leave', group_id: id })).toMatchObject({ content: 'thanks' });
  });

  it('declines, or acknowledges it by its frame, and does not hear of it again', async () => {
    for (const answer of ['decline', 'acknowledge'] as const) {
      const { id, scholar } = await team();
      scholar.send({ type: 'team formation', group_id: id, team_members: [CRITIC] });
      const critic = await rig.dial(CRITIC, 'carol');
      const { sequence } = await critic.next(({ group_id }) => group_id === id);
      critic.send({ type: answer, group_id: id, ...(answer === 'acknowledge' ? { sequence } : {}) });
      // An answer behind it tells that the node has dealt with the frame.
      await critic.ask({ type: 'query', content: 'papers' });
      await critic.close();
      const again = await rig.dial(CRITIC, 'carol');
      expect(await again.ask({ type: 'query', content: 'papers' })).toMatchObject({ type: 'query' });
      expect(again.left).toEqual([]);
      await again.close();
    }
  });
});

it('IOA-4.4-a: where members are hidden, a frame names its reader alone, which still claims its task', async () => {
  const { id, scholar, pdf } = await team({ team_members: [PDF, WRITER] });
  const writer = await rig.dial(WRITER, 'carol');
  await rig.act('alice', `yangent-sessions:sessions/session=${id}/set`, { 'show-members': false });
  scholar.send({ group_id: id, task_id: 'both', task_desc: 'read', next_speaker: [PDF, WRITER] });
  expect(await pdf.in(id, 'task assignment')).toMatchObject({ next_speaker: [PDF], task_id: 'both' });
  expect(await writer.in(id, 'task assignment')).toMatchObject({ next_speaker: [WRITER], task_id: 'both' });
  pdf.send({ group_id: id, task_id: 'both', task_conclusion: 'ten pages' });
  expect(await pdf.in(id, 'task result')).toMatchObject({ sender: PDF, task_state: 'completed' });
  writer.send({ group_id: id, task_id: 'both', task_conclusion: 'written' });
  await scholar.next(({ reason, state }) => reason === 'tasks-ended' && state === 'discussion');
  scholar.send({ group_id: id, content: 'PDF first', next_speaker: [PDF] });
  expect(await turn(pdf, id, PDF)).toMatchObject({ content: 'PDF first' });
  const seen = await writer.next(({ content }) => content === 'PDF first');
  expect(seen).not.toHaveProperty('next_speaker');
  writer.send({ group_id: id, content: 'me' });
  const refused = await writer.in(id, 'error');
  expect(refused).toMatchObject({ app_tag: 'no-floor' });
  expect(refused.content).not.toContain('PDF');
});

it('IOA-4.5-q: what a result or a message carries besides its text comes as artifacts', async () => {
  const { id, scholar, pdf } = await team();
  const table = { name: 'table', 'media-type': 'text/csv', value: 'a,b' };
  const link = { name: 'link', url: 'https://papers.example/1' };
  const said = { session: id, from: 'Google-Scholar-Agent', content: 'see', artifact: [link] };
  await rig.rpc('alice', 'yangent-sessions:send', said);
  expect((await pdf.next(({ content }) => content === 'see')).artifacts).toEqual([link]);
  scholar.send({ group_id: id, task_desc: 'read', next_speaker: [PDF] });
  await pdf.in(id, 'task assignment');
  const [{ id: task }] = (await session(id)).task;
  const artifact = [{ name: 'conclusion', value: 'ten pages' }, table];
  await rig.act('bob', `yangent-tasks:tasks/task=${task}/complete`, { artifact });
  const result = await scholar.in(id, 'task result');
  expect(result).toMatchObject({ sender: PDF, task_conclusion: 'ten pages', task_state: 'completed' });
  expect(result.artifacts).toEqual([{ name: 'table', media_type: 'text/csv', value: 'a,b' }]);
  await turn(scholar, id, SCHOLAR);
  scholar.send({ group_id: id, content: 'mine', artifacts: ['as I like'] });
  expect(await pdf.next(({ content }) => content === 'mine')).toMatchObject({ artifacts: ['as I like'] });
});

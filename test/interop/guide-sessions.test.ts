/** docs/guide-sessions.md: its commands, run by a shell with curl as they stand, and its program, by ncclient. */
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { Guide } from '../support/guide.js';

const guide = new Guide('docs/guide-sessions.md');
beforeAll(async () => {
  const [start = ''] = guide.commands('Three agents');
  await guide.serve(start);
});
afterAll(() => guide.stop());

const ID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);

/** Runs a block of a section. @returns the outputs or resources that its commands print */
async function run(section: string, index = 0): Promise<unknown[]> {
  const out = await guide.shell(guide.commands(section)[index] ?? '');
  return out
    .split(/(?<=\})\n?(?=\{")/)
    .filter((each) => each.trim() !== '')
    .map((each) => {
      const [value] = Object.values<unknown>(JSON.parse(each));
      return value;
    });
}

describe('the guide of sessions', { timeout: 60_000 }, () => {
  it('registers agents, and opens a group', async () => {
    expect(await run('Three agents', 1)).toEqual([]);
    const joined = ['ip', 'noc', 'optics'].map((agent) => ({ agent, state: 'joined' }));
    expect(await run('Open a group')).toEqual([{ id: ID, state: 'open', member: joined }]);
  });

  it('sends, and stores a message that is sent again once', async () => {
    const [first, again, third] = await run('Send');
    expect(first).toEqual({ session: ID, id: 'noc-1', sequence: '4', status: 'sequenced' });
    expect(again).toEqual(first);
    expect(third).toMatchObject({ sequence: '5' });
  });

  it('receives what is lent, and acknowledges it', async () => {
    expect(await run('Receive, and acknowledge')).toMatchObject([
      {
        message: [
          { sequence: '4', content: 'R1-R2 is down' },
          { sequence: '5', content: 'is there light?' },
        ],
      },
    ]);
  });

  it('waits for the answer to a request', async () => {
    expect(await run('Ask, and wait for the answer')).toMatchObject([
      { sequence: '6', reply: { sequence: '7', from: 'optics', content: 'an hour', 'in-reply-to': '6' } },
    ]);
  });

  it('reads again', async () => {
    expect(await run('Read again')).toMatchObject([
      { message: [{ sequence: '4', content: 'R1-R2 is down' }] },
      {
        message: [
          { sequence: '4', content: 'R1-R2 is down' },
          { sequence: '5', content: 'is there light?' },
        ],
      },
    ]);
  });

  it('has one session of the same two agents', async () => {
    expect(await guide.shell(guide.commands('Two agents among themselves')[0] ?? '')).toBe('1\n');
  });

  it('gives subscribers of a topic what passes for them', async () => {
    const [ip, optics, given, ...more] = await run('A topic');
    expect([ip, optics]).toEqual([
      { state: 'joined', sequence: '2' },
      { state: 'joined', sequence: '3' },
    ]);
    expect(given).toMatchObject({ message: [{ content: 'on alarms/north/r1' }, { content: 'on news' }] });
    expect(more).toEqual([]);
  });

  it('changes terms, and says those that hold', async () => {
    expect(await run('Terms')).toEqual([
      [
        {
          id: ID,
          qos: { priority: 3, 'max-rate': 50, 'max-backlog': 500, 'when-full': 'refuse', history: 'all' },
          admission: 'invite',
          'show-members': true,
          retention: { days: 7, messages: 10000 },
        },
      ],
    ]);
  });

  it('lets a member that is too far behind miss messages, or refuses further ones', async () => {
    expect(await run('Terms', 1)).toMatchObject([
      { message: [{ content: 'news 5' }, { content: 'news 6' }], gap: [{ session: ID, count: '4', through: '6' }] },
      { error: [{ 'error-tag': 'resource-denied', 'error-app-tag': 'backlog-full' }] },
    ]);
  });

  it('asks an agent that wants to be asked', async () => {
    expect(await run('Who is in')).toEqual([
      { member: [{ agent: 'power', state: 'invited' }] },
      { message: [expect.objectContaining({ membership: { agent: 'power', role: 'observer', state: 'invited' } })] },
      { state: 'joined', sequence: expect.any(String) },
    ]);
  });

  it('keeps a session that is configured', async () => {
    const section = 'Sessions that are configured';
    const [command = ''] = guide.commands(section);
    const out = await guide.shell(command);
    expect(out).toMatch(/"missing": ?\["radar"\]/);
    expect(out).toMatch(/weather/);
  });

  it('leads a team from its first word to its conclusion', async () => {
    expect(await run('A team')).toMatchObject([
      { error: [{ 'error-app-tag': 'no-floor', 'error-info': { 'yangent-sessions:holder': ['ip'] } }] },
      [
        {
          state: 'pause-and-trigger',
          task: [{ 'task-id': 'light', assignee: 'optics', state: 'accepted', trigger: true }],
        },
      ],
    ]);
    expect(await run('A team', 1)).toMatchObject([
      {
        message: [
          {
            from: 'optics',
            content: 'no light at the far end',
            'task-news': { 'task-id': 'light', state: 'completed' },
          },
          { from: 'optics', content: 'the fibre is cut', floor: { state: 'closed' } },
        ],
      },
    ]);
  });

  it('writes messages to a caller that stays connected, and goes on behind its last event', async () => {
    const out = await guide.shell(guide.commands('Stay connected')[0] ?? '');
    expect(out).toMatch(/^id: [0-9a-f-]{36}:\d+\ndata: \{"ietf-restconf:notification":.*"content":"and now\?"/);
    expect(out).not.toContain('all well?');
  });

  it('shows data to a member, once it has joined', async () => {
    expect(await guide.shell(guide.commands('Data')[0] ?? '')).toBe('404\nnear -3 dBm, far -31 dBm\n');
  });

  it('takes nothing in clear in a sealed session, and gives what is sealed to those who open it', async () => {
    const out = await guide.shell(guide.commands('Sealed')[0] ?? '');
    expect(out).toMatch(/^\{"ietf-restconf:errors":.*"error-app-tag":"not-sealed".*\}\n?the fibre is cut\n$/);
  });

  describePeer('python3-ncclient', 'ncclient', (python) => {
    it('prints what the page says', async () => {
      guide.environment.PATH = `${dirname(python)}:${process.env.PATH}`;
      expect(await guide.shell(guide.commands('Over NETCONF')[0] ?? '')).toBe(guide.expected('Over NETCONF'));
    });
  });

  it('gives again what a client that is gone did not acknowledge', async () => {
    const [given] = await run('After a crash');
    expect(given).toMatchObject({
      message: expect.arrayContaining([expect.objectContaining({ content: 'who is there?', redelivered: true })]),
    });
  });

  it('has no command that is not run here', () => {
    expect(guide.sections).toEqual([
      'Three agents',
      'Open a group',
      'Send',
      'Receive, and acknowledge',
      'Ask, and wait for the answer',
      'Read again',
      'Two agents among themselves',
      'A topic',
      'Terms',
      'Sessions that are configured',
      'Who is in',
      'A team',
      'Stay connected',
      'Data',
      'Sealed',
      'Over NETCONF',
      'After a crash',
    ]);
  });
});

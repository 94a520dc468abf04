/** A team of four foreign clients: Python programs with their own WebSocket library, which know the names of the draft only. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFace } from '../../adapters/ioa-websocket/index.js';
import { describePeer } from '../peers.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

const TEAM = fileURLToPath(new URL('ioa_team.py', import.meta.url));
const run = promisify(execFile);
const NAMES = ['Google Scholar Agent', 'AI Research Specialist', 'PDF Agent', 'Academic Writing Agent'];

/** Members of figure 3, and of the text below it. */
const OF_DRAFT = [
  ...['header', 'payload', 'sender', 'state', 'group_id', 'goal', 'team_members', 'team_up_depth', 'max_turns'],
  ...['content', 'type', 'message_type', 'next_speaker', 'task_id', 'task_desc', 'task_conclusion', 'task_abstract'],
  'triggers',
];

describePeer('python3-websockets', 'clients written from the draft', (python) => {
  let rig: TestNode;
  let https: Https;

  beforeAll(async () => {
    rig = await startTestNode({ adapters: [createFace({ listen: '127.0.0.1:0' })] });
    https = new Https(rig);
    for (const name of NAMES) {
      const profile = { name, description: `is the ${name}`, version: '1.0.0', provider: 'ACME' };
      const input = { id: name.replaceAll(' ', '-'), profile };
      const body = JSON.stringify({ 'yangent-agents:input': input });
      expect((await https.send('POST', '/restconf/operations/yangent-agents:register', { body })).status).toBe(200);
    }
  });
  afterAll(async () => {
    https?.close();
    await rig?.stop();
  });

  it('say nothing that the draft does not name', () => {
    const said = [...readFileSync(TEAM, 'utf8').matchAll(/(?<=\.say\([^)]*\b)(\w+)=/g)].map(([, name]) => name);
    expect(said.length).toBeGreaterThan(10);
    expect(said.filter((name) => !OF_DRAFT.includes(name ?? ''))).toEqual([]);
  });

  it('IOA-0-a IOA-1-a IOA-1-j IOA-1-k IOA-3-c IOA-4.1-t IOA-4.5-g IOA-5-b: form a team and a team below it, discuss, assign tasks of both kinds, pause, and conclude', async () => {
    const given = {
      ...{ url: rig.node.ready.adapters?.['ioa-websocket']?.listen, user: 'admin', password: rig.password },
      certificate: rig.certificate,
    };
    const { stdout } = await run(python, [TEAM, JSON.stringify(given)], { timeout: 90_000 });
    const { group, conclusion, seen } = JSON.parse(stdout);
    expect(conclusion).toBe('done: the paper on three surveys');
    const states = seen['AI Research Specialist'].map(([, , state]: string[]) => state);
    const order = states.filter((state: string, at: number) => state !== states[at - 1]);
    expect(order).toEqual([
      ...['discussion', 'asynchronous task assignment', 'pause & trigger', 'discussion'],
      ...['synchronous task assignment', 'discussion', 'conclusion'],
    ]);
    const { status, body } = await https.send('GET', `/restconf/data/yangent-sessions:sessions/session=${group}`);
    expect(status).toBe(200);
    const [session] = JSON.parse(body)['yangent-sessions:session'];
    expect(session).toMatchObject({
      ...{ kind: 'team', state: 'closed', 'close-reason': 'concluded', conclusion: 'done: the paper on three surveys' },
      task: expect.arrayContaining([
        expect.objectContaining({ 'task-id': 'parse', assignee: 'PDF-Agent', state: 'completed' }),
        expect.objectContaining({ 'task-id': 'write', assignee: 'Academic-Writing-Agent', state: 'completed' }),
      ]),
    });
  });
});

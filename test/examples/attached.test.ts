/** Agents in other languages, as a user would run them: attached by ncclient alone, and by curl alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { temporaryFolder } from '../support/clean-up.js';
import { type Face, type Members, restconfFace } from '../support/faces.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { Watcher } from '../support/watcher.js';

const PASSWORD = 'the password of erin';
const example = (path: string) => fileURLToPath(new URL(`../../examples/${path}`, import.meta.url));

let node: TestNode;
let noc: Face;
let watcher: Watcher;
let passwordFile: string;
beforeAll(async () => {
  node = await startTestNode({ passwords: { erin: PASSWORD } });
  await new Https(node).send('PUT', '/restconf/data/yangent-agents:agents/agent=noc', {
    body: JSON.stringify({
      'yangent-agents:agent': [
        { id: 'noc', profile: { name: 'noc', description: 'd', version: '1.0.0', provider: 'ACME' } },
      ],
    }),
  });
  noc = restconfFace(node, { user: 'admin', password: node.password });
  watcher = await Watcher.start(node);
  passwordFile = join(temporaryFolder(), 'password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
});
afterAll(async () => {
  await watcher?.close();
  await noc?.close();
  await node?.stop();
});

/** The program with what it printed; ended with its test. */
class Program {
  output = '';
  readonly #waiting = new Set<() => void>();

  constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        for (const look of [...this.#waiting]) look();
      });
    }
  }

  /** Resolves when the program has printed this; rejects when it ends before. */
  says(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!this.output.includes(text)) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      this.child.once('close', () => reject(new Error(`ended without saying "${text}":\n${this.output}`)));
      look();
    });
  }
}

let program: Program | undefined;
afterEach(() => void program?.child.kill('SIGKILL'));

const python = (agent: string) =>
  spawn('/usr/bin/python3', [
    example('attached-python/agent.py'),
    ...['--port', String(node.netconf.port), '--user', 'erin', '--password-file', passwordFile],
    ...['--agent', agent, '--tasks', '1'],
  ]);
const shell = (agent: string) =>
  spawn('bash', [example('attached-curl/agent.sh'), agent, '1'], {
    env: {
      ...process.env,
      URL: node.url,
      CACERT: node.certificate,
      PASSWORD_FILE: passwordFile,
      USER_NAME: 'erin',
    },
  });

const AGENTS = [
  ['ncclient', 'python-meter', python],
  ['curl', 'curl-meter', shell],
] as const;

for (const [peer, agent, start] of AGENTS) {
  describePeer(peer === 'ncclient' ? 'python3-ncclient' : 'curl', `an agent of ${peer} alone`, () => {
    it('registers, negotiates, claims, works and delivers', async () => {
      program = new Program(start(agent));
      await program.says(`registered as ${agent}`);
      const discovered = await noc.invoke('yangent-agents:discover', { skill: ['measure'] });
      expect(discovered?.match).toContainEqual(expect.objectContaining({ id: agent }));

      const negotiate = (more: Members) => noc.invoke('yangent-tasks:negotiate', { from: 'noc', wait: 20, ...more });
      const content = (what: string) => [`##target object ring 7 ##task description ${what}`];
      const asked = await negotiate({ to: agent, type: 'FEASIBILITY', content: content('cut the fibre') });
      expect(asked).toMatchObject({ by: agent, verdict: 'countered', counter: 'measure the fibre' });
      const agreed = await negotiate({ thread: asked?.thread, type: 'FEASIBILITY', verdict: 'rejected' }).catch(String);
      expect(agreed).toBeDefined();
      const feasible = await negotiate({ to: agent, type: 'FEASIBILITY', content: content('measure the fibre') });
      expect(feasible, program.output).toMatchObject({ by: agent, verdict: 'feasible' });

      const taskId = `measure-by-${agent}`;
      const assigned = await noc.invoke('yangent-tasks:assign', {
        from: 'noc',
        to: agent,
        'task-id': taskId,
        content: content('measure the fibre')[0],
        async: true,
      });
      await program.says('proposed a result');
      await negotiate({
        id: assigned?.id,
        type: 'FULFILLMENT',
        verdict: 'countered',
        counter: 'two decimals',
        wait: 0,
      });
      await watcher.reached(taskId, 'completed');
      await program.says('deregistered');
      const { task } = (await noc.invoke('yangent-tasks:query', { id: assigned?.id })) ?? {};
      expect(task).toMatchObject({
        state: 'completed',
        progress: expect.objectContaining({ checkpoint: ['measure'] }),
        negotiation: [
          { round: 1, by: agent, type: 'FULFILLMENT' },
          { round: 2, by: 'noc', verdict: 'countered', counter: 'two decimals' },
        ],
        artifact: [expect.objectContaining({ name: 'level', modality: 'text' })],
      });
      await expect.poll(() => program?.child.exitCode).toBe(0);
    });
  });
}

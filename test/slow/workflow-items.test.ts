/** The items of a list are executed by agents that nobody here wrote: programs of Python and of curl. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { temporaryFolder } from '../support/clean-up.js';
import { type Run, stepOf, WorkflowRig } from '../workflows/rig.js';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const profile = (name: string) => ({ name, description: 'doubles', version: '1.0.0', provider: 'test' });

let rig: WorkflowRig;
beforeAll(async () => {
  rig = await WorkflowRig.start();
});
afterAll(() => rig?.stop());

describePeer(['python3-ncclient', 'curl'], 'agents of Python and curl', (python) => {
  const ITEMS = 1_000;
  const MOST = 8;
  it(`execute the ${ITEMS} items of a list, though one dies now and then`, async () => {
    const passwords = { snake: 'snake-snake', shell: 'shell-shell' };
    await rig.rig.node.edit({
      'yangent-access:access': {
        user: Object.entries(passwords).map(([name, password]) => ({ name, password: `$0$${password}` })),
      },
      'yangent-agents:agents': {
        agent: Object.keys(passwords).map((name) => ({
          ...{ id: name, owner: [name], visibility: 'public' },
          profile: { ...profile(name), skills: { skill: [{ 'skill-name': 'double' }] } },
        })),
      },
    });
    const stop = join(temporaryFolder(), 'stop');
    const env = { ...process.env, STOP: stop };
    const { url, certificate } = rig.rig;
    let ended = false;
    let deaths = 0;
    /** Starts the agent again each time it dies. */
    const snake = async () => {
      while (!ended) {
        const lives = String(97 + deaths * 13);
        const args = [file('../interop/workflow_agent.py'), url, certificate, 'snake', passwords.snake, 'snake', lives];
        const [code] = await once(spawn(python, args, { env, stdio: 'inherit' }), 'exit');
        if (code === null) deaths++;
      }
    };
    const shells = Array.from({ length: 3 }, () =>
      once(
        spawn(file('../interop/workflow_agent.sh'), [url, certificate, `shell:${passwords.shell}`, 'shell'], { env }),
        'exit',
      ),
    );
    const agents = [snake(), snake(), ...shells];
    const list = Array.from({ length: ITEMS }, (_, index) => index);
    const { id } = await rig.rpc('start', {
      dag: {
        version: '1.0',
        node: [
          {
            ...{ name: 'each', task: { skill: 'double', discover: { skill: ['double'] } } },
            input: [{ name: 'value', value: 'item' }],
            'for-each': { items: 'input.list', 'max-parallel': MOST },
          },
        ],
      },
      input: { list },
    });
    const end = await rig.until(id, ({ state }) => state !== 'running', 300_000);
    ended = true;
    writeFileSync(stop, '');
    await Promise.all(agents);
    expect(end.state).toBe('completed');
    const outputs = JSON.parse(String(stepOf(end, 'each')['output-text']));
    expect(outputs).toEqual(list.map((value) => ({ twice: { of: value * 2 } })));
    expect(mostAtOnce(end)).toBe(MOST);
    expect(deaths).toBeGreaterThan(0);
  }, 330_000);
});

/** Gives how many items had a task at one time, by the journal of the run. */
function mostAtOnce({ event }: Run): number {
  const live = new Set<number>();
  let most = 0;
  for (const { item, data } of event as readonly {
    readonly item?: number;
    readonly data: { readonly state?: string };
  }[]) {
    if (item === undefined) continue;
    if (data.state === 'completed' || data.state === 'failed') live.delete(item);
    else live.add(item);
    most = Math.max(most, live.size);
  }
  return most;
}

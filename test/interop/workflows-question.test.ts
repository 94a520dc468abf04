/** The executor of a step asks, and the initiator of the run, an ordinary user, answers over NETCONF. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { startTestNode } from '../support/node.js';
import { deskOf, worker } from '../workflows/rig.js';

const SCRIPT = fileURLToPath(new URL('workflows_question.py', import.meta.url));
const run = promisify(execFile);

describePeer('python3-ncclient', 'ncclient', (python) => {
  it('answers the question of a step for the initiator of the run; for another user there is no such task', async () => {
    const passwords = { ann: 'ann-ann-ann', bob: 'bob-bob-bob' };
    const asker = worker('asker', {
      ask: async (_, { requestInput }) => {
        const { content } = await requestInput('How many?');
        return { artifacts: [{ name: 'answer', data: { is: content } }] };
      },
    });
    const rig = await startTestNode({ agents: [asker] });
    try {
      const user = Object.entries(passwords).map(([name, password]) => ({ name, password: `$0$${password}` }));
      await rig.node.edit({
        'yangent-access:access': { user },
        'yangent-agents:agents': { agent: [deskOf('ann')] },
      });
      const given = JSON.stringify({ ...rig.netconf, passwords });
      const { stdout } = await run(python, [SCRIPT, given], { timeout: 60_000 });
      const { other, missing, ...told } = JSON.parse(stdout);
      expect(told).toEqual({
        question: 'How many?',
        seen: [true, false],
        initiator: 'ok',
        state: 'completed',
        output: true,
        again: ['operation-failed', expect.any(String), expect.any(String)],
      });
      expect(other[0]).toBe('data-missing');
      expect(JSON.stringify(other)).toBe(JSON.stringify(missing).replaceAll('no-such-task', 'TASK'));
    } finally {
      await rig.stop();
    }
  });
});

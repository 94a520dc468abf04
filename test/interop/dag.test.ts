/** A Python program, of the standard library only, that knows the words of agent task DAGs and nothing else of the node. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFace } from '../../adapters/dag/index.js';
import { describePeer } from '../peers.js';
import { WorkflowRig } from '../workflows/rig.js';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('dag_peer.py', import.meta.url));

let flows: WorkflowRig;
beforeAll(async () => {
  flows = await WorkflowRig.start({ adapters: [createFace({})] });
  await flows.rig.node.edit({
    'yangent-access:access': { user: [{ name: 'dora', password: '$0$dora-dora-dora' }] },
    'yangent-agents:agents': {
      agent: [
        {
          ...{ id: 'field', owner: ['dora'], execution: { kind: 'attached' } },
          profile: {
            ...{ name: 'field', description: 'works outside', version: '1.0', provider: 'test' },
            skills: { skill: [{ 'skill-name': 'inspect' }] },
          },
        },
      ],
    },
  });
});
afterAll(() => flows?.stop());

describePeer('python3', 'Python', (python) => {
  it('ATD-5-z ATD-7-i ATD-9-n ATD-9-o ATD-9-p: starts a run, executes its step, makes a checkpoint, and reads the result', async () => {
    const { url, certificate } = flows.rig;
    const { stdout } = await run(python, [PROGRAM, url, certificate, 'dora', 'dora-dora-dora', 'field'], {
      timeout: 60_000,
    });
    expect(JSON.parse(stdout)).toEqual({
      started: 201,
      scheme: 'agent-dag',
      step: 'agent-task',
      skill: 'inspect',
      said: [200, 204, 204],
      checkpoints: [201, '"2"', 412],
      state: 'completed',
      output: { seen: 'a broken fan' },
    });
  }, 90_000);
});

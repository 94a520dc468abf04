/** A coordinator between an invoker and two execution agents (seed 000 §1.3), over the wire. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isMembers, type Members } from '../support/faces.js';
import { RESOURCES, useTasksRig } from './tasks-rig.js';

const rig = useTasksRig();

const agent = (id: string, skill: string) => ({
  id,
  profile: {
    ...{ name: id, description: `the agent ${id}`, version: '1.0.0', provider: 'ACME', domain: 'IP' },
    skills: { skill: [{ 'skill-name': skill, 'skill-description': `does ${skill}` }] },
  },
});

beforeAll(async () => {
  await rig.node.node.edit({
    'yangent-agents:agents': {
      agent: [agent('lead', 'restore-service'), agent('x', 'splice-fibre'), agent('y', 'test-optics')],
    },
  });
});

const list = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.filter(isMembers) : []);

describe.each(['NETCONF', 'RESTCONF'] as const)('through %s', (way) => {
  const face = () => rig.faces[way];
  const invoke = async (rpc: string, input: Members): Promise<Members> => (await face().invoke(rpc, input)) ?? {};
  const claimed = async (name: string): Promise<Members> => {
    const [task] = list((await invoke('yangent-tasks:claim-next', { agent: name, wait: 10 })).task);
    if (!task) throw new Error(`nothing waits for ${name}`);
    return task;
  };
  const complete = (task: Members, value: string) =>
    face().act(String(task.id), 'complete', { attempt: task.attempt, artifact: [{ name: 'result', value }] });

  it('CUI-0-a CUI-0-b CUI-1.2-a CUI-1.2-c CUI-1.2-d CUI-1.2-e CUI-1.3-a CUI-1.3-b CUI-1.3-c CUI-1.3-d CUI-1.3-e CUI-1.3-f CUI-1.3-g MAG-4.1-b: a task is submitted, distributed to those whom discovery finds, and its results are aggregated', async () => {
    // 1. The invoker submits the task to the coordinator.
    const { id } = await invoke('yangent-tasks:assign', {
      from: 'noc',
      to: 'lead',
      'task-id': `${way}-restore`,
      objective: 'restore the service of ring 7',
    });
    const task = await claimed('lead');
    expect(task).toMatchObject({ id, from: 'noc', to: 'lead', objective: 'restore the service of ring 7' });
    // 2. The coordinator finds who has the skills, and distributes.
    const parts: string[] = [];
    for (const [name, skill, to] of [
      ['splice', 'splice-fibre', 'x'],
      ['test', 'test-optics', 'y'],
    ] as const) {
      const found = await invoke('yangent-agents:discover', { skill: [skill] });
      expect(list(found.match).map(({ id: match }) => match)).toContain(to);
      const part = await invoke('yangent-tasks:assign', {
        from: 'lead',
        discover: { skill: [skill] },
        'task-id': `${way}-${name}`,
        type: skill,
        parent: id,
      });
      expect(part).toMatchObject({ to, state: 'accepted' });
      parts.push(String(part.id));
    }
    // 3. Both complete, and the coordinator is notified.
    for (const [name, result] of [
      ['x', 'spliced'],
      ['y', 'loss 0.2 dB'],
    ] as const)
      await complete(await claimed(name), result);
    for (const name of ['splice', 'test']) await rig.watcher.reached(`${way}-${name}`, 'completed');
    // 4. It aggregates what they delivered, and completes its own task.
    const results = await Promise.all(parts.map(async (part) => (await rig.same(RESOURCES.task(part))).artifact));
    const texts = results.flatMap(list).map(({ value }) => value);
    await complete(task, texts.join('; '));
    await rig.watcher.reached(`${way}-restore`, 'completed');
    expect(await rig.same(RESOURCES.task(String(id)))).toMatchObject({
      state: 'completed',
      artifact: [{ name: 'result', value: 'spliced; loss 0.2 dB' }],
    });
  });

  it('CUI-0-d CUI-4.2-o: a task that becomes urgent is taken before those that came earlier', async () => {
    const assign = (name: string) =>
      invoke('yangent-tasks:assign', { from: 'noc', to: 'x', 'task-id': `${way}-${name}`, type: 'splice-fibre' });
    const first = await assign('first');
    const second = await assign('second');
    await face().act(String(second.id), 'update', { priority: 7, objective: 'a hospital hangs on it' });
    const taken = await claimed('x');
    expect(taken).toMatchObject({ id: second.id, priority: 7, objective: 'a hospital hangs on it' });
    const next = await claimed('x');
    expect(next.id).toBe(first.id);
    for (const task of [taken, next]) await complete(task, 'done');
  });
});

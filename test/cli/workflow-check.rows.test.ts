/** yangent workflow check: faults of files, at their lines. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPAIR, useWorkflowRig, WAIT } from './workflow-rig.js';

const { command, folder, save } = useWorkflowRig();

test('check finds faults at their lines, and changes nothing', async () => {
  const cycle = save('cycle.yaml', REPAIR.replace('  find:\n', '  find:\n    after: mend\n'));
  const { code, out } = await command('check', cycle, join(folder, 'repair.yaml'), 'repair');
  expect(code).toBe(1);
  expect(out).toBe(
    `${cycle}:7:5: error: node[name='find']: the edges lead in a circle: find -> mend -> find (dag-cycle)\n` +
      `${join(folder, 'repair.yaml')}: repair is right\nrepair is right\n`,
  );
  const range = save('range.yaml', REPAIR.replace('retry: 1', 'retry: 101'));
  for (const args of [
    ['check', range],
    ['load', range],
    ['start', range],
  ]) {
    const refused = await command(...args);
    expect(refused.code).toBe(1);
    expect(refused.err).toBe(
      `${range}:12:12: error: node[name='mend']/retry/max-attempts: the value 101 is not in 1..100 (invalid-value)\n`,
    );
  }
  const calls = save('calls.yaml', "name: outer\nversion: '1'\nnodes: { a: { workflow: change2 } }\n");
  const called = save('called.yaml', WAIT.replace('name: change', 'name: change2'));
  expect((await command('check', calls)).out).toContain('(dag-unknown-definition)');
  expect((await command('check', calls, called)).code).toBe(0);
});

test('check warns of an output that may be missing, at its line, and the workflow is right', async () => {
  const goesOn = save('goes-on.yaml', REPAIR.replace('  mend:\n', '  mend:\n    on-failure: continue\n'));
  const { code, out } = await command('check', goesOn);
  expect([code, out]).toEqual([
    0,
    `${goesOn}:15:11: warning: output[name='mended']/value: "mend" may have no output here, since "mend" may fail, and the run ` +
      'goes on; ask first, with steps.mend.state == "completed" or has(steps.mend.output.NAME), or read ' +
      'steps.mend.output.?NAME (dag-no-output)\n',
  ]);
});

test('check tells the faults of each file', async () => {
  const shape = save('shape.yaml', "name: shape\nversion: '1'\nnodes:\n  a: { tusk: do }\n  b: { wait: long }\n");
  const range = save('range2.yaml', REPAIR.replace('name: repair', 'name: range').replace('retry: 1', 'retry: 101'));
  const right = join(folder, 'repair.yaml');
  const { code, out, err } = await command('check', shape, range, join(folder, 'no.yaml'), right);
  expect([code, out]).toEqual([1, `${right}: repair is right\n`]);
  const [first, second, third, fourth] = err.split('\n');
  expect(first).toContain(`yangent: ${shape}:4:14: node "a": tusk: a node has no such member (did you mean 'task'?)`);
  expect(second).toContain(`${shape}:5:14: node "b": wait: expected seconds, as a number, or a length such as 30s`);
  expect(third).toContain('no.yaml: there is no such file');
  expect(fourth).toContain('range2.yaml:12:12: error: ');
});

test('check finds the circle in which workflows run one another, as load does', async () => {
  const calling = (name: string, called: string) =>
    save(`${name}.yaml`, `name: ${name}\nversion: '1'\nnodes: { call: { workflow: ${called} } }\n`);
  const [one, other, self] = [calling('one', 'other'), calling('other', 'one'), calling('self', 'self')];
  const way = (...names: readonly string[]) =>
    `error: node[name='call']/workflow/definition: workflows run one another: ${names.join(' -> ')} (dag-cycle)\n`;
  expect(await command('check', one, other)).toEqual({
    code: 1,
    out: `${one}:3:28: ${way('one', 'other', 'one')}${other}:3:28: ${way('other', 'one', 'other')}`,
    err: '',
  });
  expect((await command('check', self)).out).toBe(`${self}:3:28: ${way('self', 'self')}`);
  // The other half of a circle may be on the node.
  await command('load', save('change.yaml', WAIT), calling('one', 'change'), other);
  expect((await command('check', calling('one', 'other'))).out).toContain(way('one', 'other', 'one'));
  await command('delete', 'one', 'other');
});

/** docs/guide-workflows.md: its commands, run by a shell as they stand. Its programs and some sections have a file of their own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Guide } from '../support/guide.js';
import { narrow, plain, runBlock } from './guide-workflows-rig.js';

const guide = new Guide('docs/guide-workflows.md');
afterAll(() => guide.stop());

const run = (section: string, index = 0) => runBlock(guide, section, index);

describe('the guide of workflows', { timeout: 60_000 }, () => {
  it('checks a workflow, and shows a cycle', async () => {
    const [start = ''] = guide.commands('Check it');
    await guide.serve(start);
    expect(await run('Check it', 1)).toBe(guide.expected('Check it'));
  });

  it.each(['Load it', 'Start it, and watch', 'A failure, and a retry'])('prints what it says: %s', async (section) => {
    expect(await run(section)).toBe(plain(guide.expected(section)));
  });

  it('goes on from the failed step', async () => {
    const out = await run('A failure, and a retry', 1);
    expect(out).toContain('"mended": "south-1/uplink"');
    expect(out).not.toContain('find  ');
    expect(out).toContain('\nhh:mm:ss  mend              completed\n');
    expect(out).toMatch(/SHORT {2}repair 1\.0 {2}completed {2}100 %/);
  });

  it('finds runs by a label', async () => {
    expect(await run('Start it, and watch', 1)).toMatch(/\nSHORT {2}repair 1\.0 {2}completed .* ticket=12\n$/);
  });

  it('goes on after a failure, and without a step', async () => {
    expect(await run('Go on after a failure')).toBe(guide.expected('Go on after a failure'));
  });

  it('draws the workflow, and its run', async () => {
    const out = await run('Draw it');
    expect(out).toMatch(/^flowchart TB\n/);
    expect(out).toMatch(/wrote repair\.svg\n$/);
    expect(readFileSync(join(guide.folder, 'repair.svg'), 'utf8')).toContain('<svg');
  });

  it('waits for a signal', async () => {
    const out = await run('A wait for a person');
    expect(out).toContain('run ID has the signal go\n');
    expect(out).toMatch(/\{\n {2}"by": "alice"\n\}\n$/);
  });

  it('waits for persons', async () => {
    const out = await run('People decide');
    expect(out).toMatch(/\nSHORT +guarded +window +approval +admin +\S+ +Is the maintenance window open\?\n/);
    expect(out).toContain('step window of run ID is completed\n');
    expect(out).toContain('step mend of run ID is failed\n');
    expect(out).toMatch(/mend +completed/);
  });

  it('holds a run back by a guard', async () => {
    const out = await run('People decide', 1);
    expect(out).toMatch(/\nSHORT +repair +mend +guard:mending +admin +\S+ +May it be mended\?\n/);
    expect(out).toContain('run ID is canceled\n');
  });

  it('cancels a run', async () => {
    const out = await run('Cancel it');
    expect(out).toContain('run ID is canceled\n');
    expect(out).toMatch(/^SHORT {2}change 1\.0 {2}canceled/m);
  });

  it('loads, fires and deletes triggers', async () => {
    const section = 'Start it at times, and for events';
    expect(narrow(await run(section))).toBe(narrow(plain(guide.expected(section))));
    expect(await run(section, 1)).toBe('updated nightly\n');
  });

  it('runs a workflow of TypeScript', async () => {
    const out = await run('In TypeScript');
    expect(out).toMatch(/each\.3 +completed/);
    expect(out).toMatch(/"links": \[\n {4}"north-1\/uplink",[\s\S]*"number": 3\n/);
  });

  it('is used by RESTCONF', async () => {
    const [running, accepted, completed] = (await run('From another program')).split(/(?<=\})\n?(?=\{"yangent)/);
    expect(JSON.parse(running ?? '')).toEqual({ 'yangent-workflows:run': [{ id: 'ID', state: 'running' }] });
    expect(JSON.parse(accepted ?? '')).toEqual({ 'yangent-workflows:output': { accepted: true } });
    expect(JSON.parse(completed ?? '')).toEqual({
      'yangent-workflows:run': [{ id: 'ID', state: 'completed', output: { by: 'bob' } }],
    });
  });

  it('retries, skips and sets an output by RESTCONF', async () => {
    const answers = (await run('From another program', 1))
      .split(/(?<=\})\n?(?=\{"yangent)/)
      .map((each) => JSON.parse(each));
    const state = (name: string) => ({ 'yangent-workflows:output': { state: `yangent-workflows:${name}` } });
    expect(answers).toEqual([
      state('executing'),
      state('skipped'),
      state('completed'),
      { 'yangent-workflows:run': [{ id: 'ID', state: 'completed', output: { mended: 'by hand' } }] },
    ]);
  });

  it('dispatches an agent with a grant, and none without', async () => {
    expect(await run('What an executor may do')).toBe(guide.expected('What an executor may do'));
  });

  it('plans for a goal, and runs the plan', async () => {
    expect(await run('A workflow for a goal')).toBe(guide.expected('A workflow for a goal'));
    expect(await run('A workflow for a goal', 1)).toContain('"mended": "north-1/uplink"');
  });

  it('takes what RESTCONF gives as a file', async () => {
    expect(await run('What a node can say')).toBe(guide.expected('What a node can say'));
  });

  it('deletes what no trigger needs', async () => {
    expect(await run('Delete it')).toBe(guide.expected('Delete it'));
  });

  it('has no command that is not run here', () => {
    expect(guide.sections).toEqual([
      'Check it',
      'Load it',
      'Start it, and watch',
      'Draw it',
      'A workflow for a goal',
      'A failure, and a retry',
      'Go on after a failure',
      'When a run went wrong',
      'When the workflow changes during a run',
      'A wait for a person',
      'People decide',
      'Cancel it',
      'Start it at times, and for events',
      'In TypeScript',
      'Share a resource',
      'From another program',
      'What an executor may do',
      'Delete it',
      'What a node can say',
    ]);
  });
});

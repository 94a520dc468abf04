/** docs/guide-workflows.md: its programs, and what can be changed and shared of runs. The other sections have a file of their own. */
import { afterAll, describe, expect, it } from 'vitest';
import { Guide } from '../support/guide.js';
import { plain, runBlock } from './guide-workflows-rig.js';

const guide = new Guide('docs/guide-workflows.md');
afterAll(() => guide.stop());

const run = (section: string, index = 0) => runBlock(guide, section, index);

describe('the guide of workflows', { timeout: 60_000 }, () => {
  it('has files that are right for TypeScript', () => {
    expect(guide.programs).toEqual(['agent.ts', 'many.ts']);
    expect(guide.complaints()).toEqual([]);
  });

  it('begins with a node that has its agent', async () => {
    const [start = ''] = guide.commands('Check it');
    await guide.serve(start);
  });

  it('goes back, undoes what was done, and proves what happened', async () => {
    const section = 'When a run went wrong';
    expect(await run(section)).toBe(plain(guide.expected(section)));
    expect(await run(section, 1)).toMatch(
      /^ok +graph .*\nok +journal +\d+ events.*\nok +values .*\nok +checkpoints +2 checkpoints are signed.*\nok +votes +0 votes.*\nok +document +run \S+ is rolled-back, as the node signed it at .*\n$/,
    );
  });

  it('lets a run go on in another revision, with a corrected output', async () => {
    const section = 'When the workflow changes during a run';
    expect(await run(section)).toBe(plain(guide.expected(section)));
  });

  it('checks and loads a pool', async () => {
    expect(await run('Share a resource')).toBe(plain(guide.expected('Share a resource')));
  });
});

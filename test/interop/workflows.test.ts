/** Workflows with programs that nobody here wrote: ncclient and Chromium. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { Chromium } from '../support/chromium.js';
import { temporaryFolder } from '../support/clean-up.js';
import { edge, task, WorkflowRig } from '../workflows/rig.js';

const run = promisify(execFile);
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let rig: WorkflowRig;
beforeAll(async () => {
  rig = await WorkflowRig.start();
});
afterAll(() => rig?.stop());

describePeer('python3-ncclient', 'ncclient', (python) => {
  it('is told the circle of a definition at its commit; without it, RESTCONF shows revision 1', async () => {
    const login = { ...rig.rig.netconf, password: rig.rig.password };
    const { stdout } = await run(python, [file('workflows_candidate.py'), JSON.stringify(login)], { timeout: 60_000 });
    expect(JSON.parse(stdout)).toEqual({
      refused: ['invalid-value', 'dag-cycle', 'the edges lead in a circle: find -> fix -> test -> find'],
      committed: true,
      revision: true,
    });
    const { body } = await rig.admin.send(
      'GET',
      '/restconf/data/yangent-workflows:workflows/definition=repair/revision',
    );
    expect(JSON.parse(body)['yangent-workflows:revision'].map(({ number }: { number: number }) => number)).toEqual([1]);
  });
});

describePeer('chromium', 'Chromium', (program) => {
  it('shows the picture of a run whose branch was skipped', async () => {
    const done = await rig.start({
      node: [
        task('begin'),
        task('left', 'none', { condition: 'false' }),
        task('right'),
        task('end', 'none', { join: 'any' }),
      ],
      edge: [edge('begin', 'left'), edge('begin', 'right'), edge('left', 'end'), edge('right', 'end')],
    });
    const { picture, 'media-type': type } = await rig.rpc('render', { run: done.id });
    expect(type).toBe('image/svg+xml');
    const page = join(temporaryFolder(), 'run.svg');
    writeFileSync(page, picture);
    const browser = await Chromium.open(program);
    try {
      await browser.visit(`file://${page}`);
      const texts = await browser.evaluate('[...document.querySelectorAll("text")].map((each) => each.textContent)');
      expect(texts).toEqual(expect.arrayContaining(['left', 'skipped']));
      const dashed = await browser.evaluate('[...document.querySelectorAll("[stroke-dasharray]")].length > 0');
      expect(dashed).toBe(true);
    } finally {
      await browser.close();
    }
  });
});

/** docs/guide-ioa.md: its programs, run by Python as they stand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { Guide } from '../support/guide.js';

const guide = new Guide('docs/guide-ioa.md');
const file = (name: string) => join(guide.folder, name);

describePeer('python3-websockets', 'the guide of IoA', (python) => {
  beforeAll(async () => {
    // Port 0: a free one.
    writeFileSync(file('ioa.json'), readFileSync(file('ioa.json'), 'utf8').replace(':7788', ':0'));
    const [start = ''] = guide.commands('Start');
    await guide.serve(`${start.trim()} --ready-file ready.json`);
    guide.environment.IOA_URL = JSON.parse(readFileSync(file('ready.json'), 'utf8')).adapters['ioa-websocket'].listen;
    guide.environment.PATH = `${dirname(python)}:${guide.environment.PATH}`;
  });
  afterAll(() => guide.stop());

  it('has two agents form a team, work and conclude', async () => {
    const [run = ''] = guide.commands('A team');
    expect(await guide.shell(run)).toBe(guide.expected('A team'));
  }, 60_000);

  it('has no command that is not run here', () => {
    expect(guide.sections).toEqual(['Start', 'A team']);
  });
});

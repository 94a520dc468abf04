/** docs/agent-task-dag.md: its commands, run by a shell as they stand. */
import { afterAll, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { Guide } from '../support/guide.js';

const guide = new Guide('docs/agent-task-dag.md');

describePeer('curl', 'the page of agent task DAGs', () => {
  afterAll(() => guide.stop());

  it('ATD-7-i ATD-7-j: starts a run by a document, executes its step, and reads the result', async () => {
    const [start = '', agent = ''] = guide.commands('Start');
    await guide.serve(start);
    expect(await guide.shell(agent)).toBe('');
    for (const section of ['A run', 'A step'])
      for (const command of guide.commands(section)) expect(await guide.shell(command)).toBe(guide.expected(section));
  }, 60_000);

  it('has no command that is not run here', () => {
    expect(guide.sections).toEqual(['Start', 'A run', 'A step']);
  });
});

import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { artifactsOf, errorOf } from '../../../src/tasks/hosted/result.js';
import { TaskFailure } from '../../../src/tasks/index.js';
import { agentEntry, cleanUp, configure, openFixture, PROMPT } from '../fixture.js';

afterAll(cleanUp);

describe('what a skill gives back', () => {
  it('can be nothing, a text, or artifacts', () => {
    expect(artifactsOf(undefined)).toEqual({ artifacts: [] });
    expect(artifactsOf('ok').artifacts).toMatchObject([{ name: 'result', value: 'ok' }]);
    expect(
      artifactsOf({ note: 'n', artifacts: [{ name: 'a', url: 'https://x.example/', digest: 'nonsense', odd: 1 }] }),
    ).toEqual({
      note: 'n',
      artifacts: [{ name: 'a', url: 'https://x.example/' }],
    });
  });

  it('is refused when it is something else', () => {
    expect(() => artifactsOf(7)).toThrow(TaskFailure);
    expect(() => artifactsOf({ artifacts: [{ value: 'x' }] })).toThrow('without a name');
  });

  it('is made fit for documents, whatever characters it holds', async () => {
    const node = await openFixture();
    try {
      const alice = node.as('alice');
      await configure(
        node,
        agentEntry('noc', ['alice']),
        agentEntry('bot', ['bob'], { execution: { kind: 'hosted' } }),
      );
      const said = { text: '' };
      node.tasks.host({
        id: 'bot',
        skills: {
          work: async (_task, run) => {
            await run.progress(10, said.text);
            if (said.text.length % 2) throw new Error(said.text);
            return { note: said.text, artifacts: [{ name: `n${said.text}`, data: { x: said.text } }] };
          },
        },
      });
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
          said.text = `\u001b[31m\u0000\ud800${text}`;
          const { id, state } = await alice.rpc('yangent-tasks:assign', {
            from: 'noc',
            to: 'bot',
            content: PROMPT,
            async: false,
          });
          expect(state).toMatch(/completed|failed/);
          expect((await alice.task(id)).state).toBe(state);
        }),
        { numRuns: 30 },
      );
    } finally {
      await node.close();
    }
  });

  it('is told as an error when it throws', () => {
    expect(errorOf(new TaskFailure('overloaded', 'busy', { recovery: ['retry'] }))).toEqual({
      code: 'overloaded',
      message: 'busy',
      recovery: ['retry'],
    });
    expect(errorOf('plain')).toMatchObject({ code: 'internal', message: 'plain' });
  });
});

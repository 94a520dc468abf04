/** The results of steps: what they say, who reads them, and how the journal binds them (seed 003 §5), over RESTCONF. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { describe, expect, it } from 'vitest';
import { edge, stepOf, task } from '../workflows/rig.js';
import { claimed, compute, given, useWorkflowRows } from './workflows-rig.js';

const rows = useWorkflowRows();

interface Event {
  readonly node?: string;
  readonly by: string;
  readonly hash: string;
  readonly data: { readonly state: string };
}

describe('the result of a step', () => {
  it('ATD-5-o ATD-5-p ATD-5-q: is structured data, with how it was made and how good it is', async () => {
    const run = await rows.start({
      node: [
        task('look', 'measure', given({ link: '"R1"' })),
        compute('judge', { accuracy: 'steps.look.quality.accuracy' }),
      ],
      edge: [edge('look', 'judge')],
    });
    expect(stepOf(run, 'look')).toMatchObject({
      agent: ['worker'],
      started: expect.any(String),
      ended: expect.any(String),
      output: { level: { link: 'R1', dbm: -61 } },
    });
    expect(await rows.taskOf(run.id, 'look')).toMatchObject({
      attempt: 1,
      artifact: [{ name: 'level', data: { link: 'R1', dbm: -61 } }],
      quality: [{ name: 'accuracy', value: '0.9' }],
    });
    expect(stepOf(run, 'judge').output).toEqual({ accuracy: '0.9' });
  });

  it('ATD-5-r ATD-5-s ATD-5-t: is an error with its code, a diagnostic and what to do next', async () => {
    const { id } = await rows.rpc('start', { dag: { version: '1.0', node: [claimed('look', 'north')] } });
    const made = await rows.claim('north');
    const error = {
      code: 'unreachable',
      message: 'link R1 does not answer',
      diagnostic: 'no light at 1550 nm',
      recovery: ['escalate'],
    };
    expect(await rows.onTask(made.id, 'fail', { attempt: 1, ...error })).toEqual({
      status: 200,
      value: { 'yangent-tasks:output': { state: 'failed' } },
    });
    const run = await rows.until(id, ({ state }) => state === 'failed');
    expect(stepOf(run, 'look').error).toEqual(error);
    expect(run.error).toMatchObject({ code: 'unreachable' });
  });

  it('ATD-5-u: is what the next step needs, or that fails', async () => {
    const schema = '{"type":"object","properties":{"dbm":{"type":"integer","minimum":-50}}}';
    const run = await rows.start({
      node: [
        task('look', 'measure'),
        task('use', 'do', { ...given({ dbm: 'steps.look.output.level.dbm' }), 'input-schema': schema }),
      ],
      edge: [edge('look', 'use')],
    });
    expect(run.state).toBe('failed');
    expect(stepOf(run, 'use').error).toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('/dbm'),
    });
    expect(stepOf(run, 'use').task).toBeUndefined();
  });

  it('ATD-5-j: is known by where it came from, in a journal of which each entry is bound to the one before', async () => {
    const run = await rows.start({
      node: [task('look', 'measure'), compute('tell', { dbm: 'steps.look.output.level.dbm' })],
      edge: [edge('look', 'tell')],
    });
    expect(stepOf(run, 'tell').lineage).toEqual([{ input: 'dbm', step: ['look'] }]);
    const events = run.event as readonly Event[];
    for (const [index, { hash, ...event }] of events.entries()) {
      const before = events[index - 1]?.hash;
      if (before === undefined) continue;
      const entry = canonicalize({ ...event, sequence: index + 1 }) ?? '';
      expect(createHash('sha256').update(Buffer.from(before, 'hex')).update(entry).digest('hex')).toBe(hash);
    }
    expect(events.at(-1)?.hash).toBe(run['state-hash']);
    const done = events.find(({ node, data }) => node === 'look' && data.state === 'completed');
    expect(done).toMatchObject({ by: 'worker', data: { output: expect.stringMatching(/^sha-256:/) } });
  });
});

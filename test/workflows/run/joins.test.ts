/** Edges and joins: when a step begins, and when it is skipped. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStepOver, STEP_STATES, type StepState } from '../../../src/workflows/model/states.js';
import { type Decision, decide, edgeState, type Incoming } from '../../../src/workflows/run/joins.js';

const yes = () => true;
const ended = (
  state: StepState,
  on: readonly ('success' | 'failure' | 'skipped')[],
  onFailure: 'fail' | 'continue' = 'fail',
) => edgeState({ on }, { state, onFailure }, yes);

describe('an edge', () => {
  it.each([
    ['completed', ['success'], 'satisfied'],
    ['completed', ['failure'], 'dead'],
    ['failed', ['success'], 'dead'],
    ['failed', ['failure'], 'satisfied'],
    ['failed', ['success', 'failure'], 'satisfied'],
    ['skipped', ['success'], 'dead'],
    ['skipped', ['skipped'], 'satisfied'],
    ['canceled', ['success', 'failure', 'skipped'], 'dead'],
    ['executing', ['success'], 'open'],
    ['pending', ['skipped'], 'open'],
  ] as const)('from a step that is %s, on %j, is %s', (state, on, is) => {
    expect(ended(state, on)).toBe(is);
  });

  it('takes a failure that the step deals with for a success, too', () => {
    expect([ended('failed', ['success'], 'continue'), ended('failed', ['failure'], 'continue')]).toEqual([
      'satisfied',
      'satisfied',
    ]);
  });

  it('asks its condition only when the source ended as it wants', () => {
    const never = () => {
      throw new Error('asked');
    };
    const source = { state: 'failed', onFailure: 'fail' } as const;
    expect(edgeState({ on: ['success'], condition: 'c' }, source, never)).toBe('dead');
    expect(edgeState({ on: ['failure'], condition: 'c' }, source, () => false)).toBe('dead');
  });
});

describe('a join', () => {
  const of = (satisfied: number, dead: number, all: number): Incoming => ({ satisfied, dead, all });
  it.each([
    ['all', of(2, 0, 3), 'wait'],
    ['all', of(3, 0, 3), 'begin'],
    ['all', of(1, 1, 3), 'skip'],
    ['any', of(1, 1, 3), 'wait'],
    ['any', of(1, 2, 3), 'begin'],
    ['any', of(0, 3, 3), 'skip'],
    ['first', of(1, 0, 3), 'begin'],
    ['first', of(0, 2, 3), 'wait'],
    ['first', of(0, 3, 3), 'skip'],
    ['quorum', of(1, 1, 3), 'wait'],
    ['quorum', of(2, 0, 3), 'begin'],
    ['quorum', of(0, 2, 3), 'skip'],
    ['all', of(0, 0, 0), 'begin'],
  ] as const)('%s of %j: %s', (join, edges, decision) => {
    expect(decide({ join, quorum: 2 }, edges)).toBe(decision);
  });

  it('is decided once all edges are, and never changes its mind', () => {
    const join = fc.constantFrom('all', 'any', 'first', 'quorum' as const);
    fc.assert(
      fc.property(
        join,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        fc.nat({ max: 7 }),
        (kind, ends, at) => {
          const quorum = 1 + (at % ends.length);
          let decided: Decision = 'wait';
          ends.forEach((_, index) => {
            const known = ends.slice(0, index + 1);
            const satisfied = known.filter(Boolean).length;
            const next = decide({ join: kind, quorum }, of(satisfied, known.length - satisfied, ends.length));
            if (decided !== 'wait') expect(next).toBe(decided);
            decided = next;
          });
          expect(decided).not.toBe('wait');
        },
      ),
    );
  });
});

it('steps that are over are those that decide edges', () => {
  for (const state of STEP_STATES) expect(ended(state, ['success']) === 'open').toBe(!isStepOver(state));
});

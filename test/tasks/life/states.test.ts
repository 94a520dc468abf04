import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RpcError } from '../../../src/data/index.js';
import { FOREIGN_STATES } from '../../../src/tasks/record/mappings.js';
import {
  isFinal,
  isTaskState,
  requireTransition,
  type TaskState,
  TRANSITIONS,
} from '../../../src/tasks/record/states.js';

const STATES = Object.keys(TRANSITIONS).filter(isTaskState);
const state = fc.constantFrom(...STATES);

/** The table of models.md, written out again. */
const MODEL: Record<string, string> = {
  submitted: 'negotiating accepted rejected canceled',
  negotiating: 'accepted rejected canceled',
  accepted: 'running rejected suspended canceled failed',
  running: 'input-required suspended verifying completed failed canceled accepted',
  'input-required': 'running suspended failed canceled',
  suspended: 'accepted running failed canceled',
  verifying: 'completed running failed canceled',
};

describe('the state machine of a task', () => {
  it('is the table of the model', () => {
    for (const from of STATES)
      expect([...TRANSITIONS[from]].sort()).toEqual((MODEL[from] ?? '').split(' ').filter(Boolean).sort());
  });

  it('refuses every step that is not in the table with the app-tag bad-transition', () => {
    fc.assert(
      fc.property(state, state, (from, to) => {
        const step = () => requireTransition({ id: 't', state: from }, to);
        if (TRANSITIONS[from].includes(to)) return step();
        try {
          step();
        } catch (error) {
          expect(error).toBeInstanceOf(RpcError);
          expect(error).toMatchObject({
            tag: 'operation-failed',
            appTag: 'bad-transition',
            path: "/yangent-tasks:tasks/task[id='t']/state",
          });
          return;
        }
        throw new Error(`${from} -> ${to} was allowed`);
      }),
    );
  });

  it('leads from every state to an end, and from an end nowhere', () => {
    const ends = (from: TaskState, seen: Set<TaskState>): boolean =>
      isFinal(from) || TRANSITIONS[from].some((to) => !seen.has(to) && ends(to, new Set([...seen, to])));
    for (const from of STATES) expect(ends(from, new Set())).toBe(true);
    expect(STATES.filter(isFinal).sort()).toEqual(['canceled', 'completed', 'failed', 'rejected']);
  });

  it('maps every state to the words of the other models', () => {
    expect(FOREIGN_STATES['input-required']).toMatchObject({
      cui: 'suspended',
      mag: 'blocking',
      a2a: 'INPUT_REQUIRED',
      atd: 'executing',
    });
    expect(STATES.map((each) => FOREIGN_STATES[each].mag)).toEqual([
      'create',
      'create',
      'create',
      'processing',
      'blocking',
      'suspended',
      'processing',
      'finished',
      'failed',
      'failed',
      'failed',
    ]);
  });
});

/** The tables of states: what holds for every way through them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isRunOver,
  isStepOver,
  mayRunChange,
  mayStepChange,
  RUN_STATES,
  type RunState,
  STEP_STATES,
  type StepState,
} from '../../../src/workflows/model/states.js';

/** Takes a way through a table: each number chooses one of the next states. */
function way<S extends string>(
  from: S,
  all: readonly S[],
  may: (from: S, to: S) => boolean,
  choices: readonly number[],
): S[] {
  const states = [from];
  for (const choice of choices) {
    const next = all.filter((to) => may(states.at(-1) ?? from, to));
    const chosen = next[choice % Math.max(next.length, 1)];
    if (chosen === undefined) break;
    states.push(chosen);
  }
  return states;
}

const choices = fc.array(fc.nat(20), { maxLength: 40 });

test('ATD-E-b: a run comes to rolled-back only from rolling-back, and never leaves it', () => {
  fc.assert(
    fc.property(choices, (numbers) => {
      const states = way<RunState>('initializing', RUN_STATES, mayRunChange, numbers);
      const at = states.indexOf('rolled-back');
      if (at === -1) return;
      expect(at).toBe(states.length - 1);
      expect(states[at - 1]).toBe('rolling-back');
    }),
  );
});

test('ATD-E-b: a run that has ended goes on only by retry of a failed one, or back', () => {
  fc.assert(
    fc.property(choices, (numbers) => {
      const states = way<RunState>('initializing', RUN_STATES, mayRunChange, numbers);
      for (const [index, state] of states.entries()) {
        const next = states[index + 1];
        if (!isRunOver(state) || next === undefined) continue;
        expect(next === 'rolling-back' || (state === 'failed' && next === 'running')).toBe(true);
      }
    }),
  );
});

test('ATD-E-b: a step that is rolled back stays so, and only one that had ended comes there', () => {
  fc.assert(
    fc.property(choices, (numbers) => {
      const states = way<StepState>('pending', STEP_STATES, mayStepChange, numbers);
      for (const [index, state] of states.entries()) {
        const before = states[index - 1];
        if (state === 'compensating' || state === 'rolled-back') expect(before && isStepOver(before)).toBe(true);
        if (before === 'rolled-back') throw new Error(`it became ${state}`);
        if (before === 'compensating') expect(['rolled-back', 'failed']).toContain(state);
      }
    }),
  );
});

test('every state of a run can be reached, and from each that is no end an end', () => {
  const reach = (from: RunState) => {
    const found = new Set<RunState>([from]);
    for (const each of found) for (const to of RUN_STATES) if (mayRunChange(each, to)) found.add(to);
    return found;
  };
  expect([...reach('initializing')].toSorted()).toEqual([...RUN_STATES].toSorted());
  for (const state of RUN_STATES) expect([...reach(state)].some(isRunOver)).toBe(true);
});

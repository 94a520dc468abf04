import { describe, expect, it } from 'vitest';
import type { RestconfEvent } from '../../src/clients/index.js';
import { CrashRecord } from '../soak/crash/record.js';
import { repeatedSteps, wrongDeliveries, wrongSequences, wrongStream, wrongTasks } from '../soak/crash/verify.js';

const change = (id: string, task: string, sequence: number, state = 'completed'): RestconfEvent => ({
  id,
  eventTime: '2026-01-01T00:00:00Z',
  name: 'yangent-tasks:task-changed',
  value: { id: task, sequence: String(sequence), state },
});
const delivery = (key: string, id: string, sequence: number, body = key) => ({
  key,
  body,
  change: { id, sequence, state: 'completed' },
});
const stored = (members: object = {}) =>
  new Map([
    [
      'a',
      {
        id: 't1',
        state: 'completed',
        artifact: [{ value: 'quick a' }],
        event: [{ sequence: '1' }, { sequence: '2' }],
        ...members,
      },
    ],
  ]);

function recordWith(fill: (record: CrashRecord) => void): CrashRecord {
  const record = new CrashRecord();
  record.acknowledge({ taskId: 'a', id: 't1', kind: 'quick', reported: true });
  fill(record);
  return record;
}

describe('the verdict of the crash test', () => {
  it('is silent when all is as it must be, repetitions with equal ids included', () => {
    const record = recordWith((all) => {
      for (const event of [change('1', 't1', 1), change('2', 't1', 2), change('2', 't1', 2)]) all.event(event);
      for (const each of [delivery('k', 't1', 1), delivery('k', 't1', 1), delivery('l', 't1', 2)]) all.delivery(each);
    });
    expect(wrongTasks(record, stored(), [])).toEqual([]);
    expect(wrongStream(record, [change('1', 't1', 1), change('2', 't1', 2)])).toEqual([]);
    expect(wrongSequences(record, stored())).toEqual([]);
    expect(wrongDeliveries(record, stored())).toEqual([]);
  });

  it.each([
    ['a lost task', new Map<string, unknown>(), /is gone/],
    ['an unfinished task', stored({ state: 'running' }), /ended as running/],
    ['a wrong result', stored({ artifact: [{ value: 'other' }] }), /has the result "other"/],
    ['another task', stored({ id: 't9' }), /was t1, is t9/],
  ])('names %s', (_title, tasks, fault) => {
    expect(
      wrongTasks(
        recordWith(() => undefined),
        tasks,
        [],
      ).join(),
    ).toMatch(fault);
  });

  it('names a result that was acknowledged as something else', () => {
    const record = recordWith((all) => {
      all.acknowledge({ taskId: 'a', id: 't1', kind: 'quick', reported: true, result: 'before' });
    });
    expect(wrongTasks(record, stored(), []).join()).toMatch(/"before" became "quick a"/);
  });

  it('names a task-id that became two tasks', () => {
    const record = recordWith((all) => {
      all.acknowledge({ taskId: 'a', id: 't2', kind: 'quick', reported: true });
    });
    expect(record.faults.join()).toMatch(/assigned twice/);
  });

  it('names an event that was passed over, one out of order, one that changed and one that is gone', () => {
    const [first, second, third] = [change('1', 't1', 1), change('2', 't1', 2), change('4', 't1', 3)];
    const read = (...events: RestconfEvent[]) =>
      recordWith((all) => {
        for (const event of events) all.event(event);
      });
    expect(wrongStream(read(first, second, third), [first, second, third])).toEqual([]);
    expect(wrongStream(read(first, third), [first, second, third]).join()).toMatch(/event 2 was passed over/);
    expect(wrongStream(read(second, first), [first, second]).join()).toMatch(/event 1 came after event 2/);
    expect(wrongStream(read(first, change('1', 't1', 2)), [first]).join()).toMatch(/event 1 was .* then/);
    expect(wrongStream(read(first, second), [second]).join()).toMatch(/event 1 was .* and is gone/);
  });

  it('names a change that is missing on the stream of a task', () => {
    const record = recordWith((all) => all.event(change('1', 't1', 2)));
    expect(wrongSequences(record, stored()).join()).toMatch(/the changes 2, not 1,2/);
  });

  it('names a report that is missing, and one that was delivered under two ids', () => {
    const missing = recordWith((all) => all.delivery(delivery('k', 't1', 1)));
    expect(wrongDeliveries(missing, stored()).join()).toMatch(/got the changes 1, not 1,2/);
    const twice = recordWith((all) => {
      for (const each of [delivery('k', 't1', 1), delivery('l', 't1', 1)]) all.delivery(each);
    });
    expect(wrongDeliveries(twice, stored()).join()).toMatch(/delivered as k and as l/);
  });

  it('names a finished step that was begun again', () => {
    const begin = { task: 'a', step: 'check', phase: 'begin' } as const;
    const done = { ...begin, phase: 'done', value: '1' } as const;
    expect(repeatedSteps([begin, begin, done, done])).toEqual([]);
    expect(repeatedSteps([begin, done, begin])).toEqual(['finished step a/check was begun again']);
    expect(repeatedSteps([begin, done, { ...done, value: '2' }]).join()).toMatch(/gave 1, then 2/);
  });
});

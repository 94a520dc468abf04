/** kill -9 of a node while agents talk in a session: nothing answered is lost, and nothing is there twice. */
import { describe, expect, it } from 'vitest';
import { faultsOf, type Session } from '../soak/sessions/course.js';
import type { Crew } from '../soak/sessions/crew.js';
import { contentOf, Journal, type Seen } from '../soak/sessions/journal.js';
import { crashSessions } from '../soak/sessions/sessions.js';
import { temporaryFolder } from '../support/clean-up.js';

const KILLS = 12;

describe('kill -9 while agents talk in a group and work in teams', () => {
  it(`keeps each answered message, turn and task once, in ${KILLS} kills; what was acknowledged does not come again`, async () => {
    const { faults, journal, crews } = await crashSessions({ rounds: KILLS, directory: temporaryFolder(), seed: 1 });
    expect(faults).toEqual([]);
    const { counts } = journal;
    // All that can go wrong had a chance to.
    expect(counts.sent).toBeGreaterThan(10 * KILLS);
    expect(counts.repeated).toBeGreaterThan(KILLS);
    expect(counts.given).toBeGreaterThan(10 * KILLS);
    expect(counts.redelivered).toBeGreaterThan(0);
    expect(counts.acknowledged).toBeGreaterThan(KILLS);
    const sum = (what: keyof Crew['counts']) => crews.reduce((total, { counts }) => total + counts[what], 0);
    expect(sum('turns')).toBeGreaterThan(2 * KILLS);
    for (const each of ['refused', 'assigned', 'ended', 'pauses', 'concluded'] as const)
      expect({ [each]: sum(each) }).not.toEqual({ [each]: 0 });
  }, 480_000);
});

describe('the verdict of that test', () => {
  const message = (sequence: number, id: string, from = 'ip'): Seen => ({
    ...{ sequence, id, from },
    content: contentOf(id, from),
  });
  const log = [message(1, 'a'), message(2, 'b'), message(3, 'c', 'noc')];
  const to = (agent: string, ...messages: readonly Seen[]) =>
    [agent, messages.map((each) => ({ ...each, redelivered: false }))] as const;

  /** Returns the faults of a log that each reader finds as given. */
  function faults(told: (journal: Journal) => void, ...found: readonly (readonly Seen[])[]): string {
    const journal = new Journal();
    told(journal);
    for (const each of found) journal.judge(new Map([['ip', each]]));
    return journal.faults.join('\n');
  }
  const nothing = () => undefined;

  it('is silent when all is as it was told', () => {
    const told = (journal: Journal) => {
      journal.sent('a', 1, false);
      journal.sent('a', 1, true);
      journal.given(...to('noc', message(1, 'a'), message(2, 'b')));
      journal.acknowledged('noc', 1);
      journal.given(...to('noc', message(2, 'b')));
    };
    expect(faults(told, log, [...log, message(4, 'd')])).toBe('');
  });

  it.each([
    ['a lost message', (j: Journal) => j.sent('d', 4, false), [log], /d was answered as 4, and is not there/],
    ['a refused message that is there', (j: Journal) => j.refused('b'), [log], /b was refused, and is in the log at 2/],
    ['another number', (j: Journal) => j.sent('a', 2, false), [log], /a was answered as 2, and is 1/],
    [
      'a second answer',
      (j: Journal) => {
        j.sent('a', 1, false);
        j.sent('a', 4, true);
      },
      [log],
      /a was number 1, and 4/,
    ],
    ['a message that is there twice', nothing, [[...log, message(4, 'a')]], /a is in the log at 1 and at 4/],
    ['a number that is left out', nothing, [log.slice(1)], /number 2 follows another than 1/],
    ['a changed content', nothing, [[{ ...message(1, 'a'), content: 'x' }]], /is not as it was sent/],
    ['a log that changed', nothing, [log, [message(1, 'b'), message(2, 'a')]], /the log changed: 1 a/],
    ['what was not stored', (j: Journal) => j.given(...to('noc', message(4, 'd'))), [log], /the log has nothing/],
    ['no order', (j: Journal) => j.given(...to('noc', message(2, 'b'), message(1, 'a'))), [log], /which is no order/],
    [
      'what was acknowledged and comes again',
      (j: Journal) => {
        j.acknowledged('noc', 2);
        j.given(...to('noc', message(2, 'b')));
      },
      [log],
      /noc was given 2, and had acknowledged 2/,
    ],
  ])('names %s', (_title, told, found, fault) => {
    expect(faults(told, ...found)).toMatch(fault);
  });

  it('names readers that read different logs', () => {
    const journal = new Journal();
    journal.judge(
      new Map([
        ['ip', log],
        ['noc', log.slice(0, 2)],
      ]),
    );
    expect(journal.faults).toEqual(['noc reads another log than ip: 3 c of noc: c of noc | nothing']);
  });

  it('names messages that a member was never given', () => {
    const journal = new Journal();
    journal.judge(new Map([['ip', log]]));
    journal.given(...to('noc', message(2, 'b')));
    journal.acknowledged('noc', 2);
    journal.judgeEnd();
    expect(journal.faults).toEqual(['noc was never given a']);
  });
});

describe('the verdict of teams', () => {
  type Log = Parameters<typeof faultsOf>[1];
  const session: Session = {
    ...{ id: 's', kind: 'team', state: 'discussion', coordinator: 'noc', created: '', since: '' },
    floor: { holder: ['ip'], turn: 2 },
    task: [
      {
        ...{ id: 'x', 'task-id': 't', assigner: 'noc', assignee: 'ip', mode: 'synchronous', sequence: '1' },
        state: 'completed',
      },
    ],
  };
  const message = (sequence: number, from: string, type: string, more: Partial<Log[number]> = {}): Log[number] => ({
    ...{ sequence: `${BigInt(sequence)}`, id: `m${sequence}`, from, type: `yangent-sessions:${type}`, at: '' },
    ...more,
  });
  const assignment = message(1, 'noc', 'task-assignment', { 'next-speaker': ['ip'], task: { 'task-id': 't' } });
  const result = message(2, 'ip', 'task-result', { 'task-news': { id: 'x', 'task-id': 't', state: 'completed' } });
  const turn = message(3, 'noc', 'discussion', { 'next-speaker': ['ip'] });
  const closed: Session = {
    ...session,
    state: 'closed',
    floor: undefined,
    'close-reason': 'concluded',
    conclusion: 'c',
  };
  const end = [message(4, 'ip', 'conclude'), message(5, 'ip', 'conclusion', { content: 'c' })];

  it('is silent when all went as the log says', () => {
    expect(faultsOf(session, [assignment, result, turn])).toEqual([]);
    expect(faultsOf(closed, [assignment, result, turn, ...end])).toEqual([]);
  });

  it.each<[string, Session, Log, RegExp]>([
    [
      'a turn without floor',
      session,
      [assignment, result, { ...turn, from: 'ip' }],
      /3 is of ip, and noc had the floor/,
    ],
    [
      'a turn that was not counted',
      session,
      [assignment, result, turn, message(4, 'ip', 'discussion')],
      /2 turns were counted, and 3/,
    ],
    [
      'a floor of another',
      { ...session, floor: { holder: ['noc'], turn: 2 } },
      [assignment, result, turn],
      /noc have the floor, and by the log ip/,
    ],
    ['a task that was lost', { ...session, task: [] }, [assignment, turn], /assigned were t in 1, and the tasks are $/],
    [
      'a task that is there twice',
      { ...session, task: [...(session.task ?? []), ...(session.task ?? [])] },
      [assignment, result, turn],
      /the tasks are t in 1,t in 1/,
    ],
    ['an end that is not told', session, [assignment, turn], /which is completed, is told 0 times/],
    ['an end that is told twice', session, [assignment, result, result, turn], /which is completed, is told 2 times/],
    [
      'another conclusion',
      { ...closed, conclusion: 'd' },
      [assignment, result, turn, ...end],
      /with "d"; said was "c"/,
    ],
  ])('names %s', (_title, found, log, fault) => {
    expect(faultsOf(found, log).join('\n')).toMatch(fault);
  });
});

/** kill -9 of nodes in a row and cut links, while agents of all talk in sessions: nothing answered is lost, and nothing is there twice. */
import { describe, expect, it } from 'vitest';
import { Answers } from '../soak/session-nodes/answers.js';
import type { Agent } from '../soak/session-nodes/row.js';
import { crashSessionNodes } from '../soak/session-nodes/session-nodes.js';
import { faultsOfOthers, faultsOfTasks } from '../soak/session-nodes/task-verdict.js';
import { type Found, type FoundRoom, faultsOf } from '../soak/session-nodes/verdict.js';
import { temporaryFolder } from '../support/clean-up.js';

/** With seed 60 each node is killed, two of them at once; one link falls silent, also while a node is killed, and one is cut. */
const KILLS = 3;

describe('kill -9 of three nodes in a row while their agents talk in sessions of all', () => {
  it(`keeps each answered message and task once, in one order, in ${KILLS} kills`, async () => {
    const { faults, counts } = await crashSessionNodes({ kills: KILLS, directory: temporaryFolder(), seed: 60 });
    expect(faults).toEqual([]);
    // All that can go wrong had a chance to.
    for (const each of ['sequenced', 'accepted', 'repeated', 'given'] as const)
      expect({ [each]: counts[each] > KILLS }).toEqual({ [each]: true });
    for (const each of ['assigned', 'ended', 'cuts'] as const)
      expect({ [each]: counts[each] }).not.toEqual({ [each]: 0 });
  }, 480_000);
});

describe('the verdict of that test', () => {
  const at = '2030-01-01T00:00:00Z';
  type Home = FoundRoom['home'];
  const said = (sequence: number, id: string, from: string, more: Partial<Home[number]> = {}): Home[number] => ({
    ...{ sequence: `${BigInt(sequence)}`, id, from, at, type: 'yangent-sessions:discussion' },
    content: `${id} of ${from.replace('@b.example', '')}`,
    ...more,
  });
  const seen = (sequence: number, id: string, agent: Agent, place: string, to: readonly string[] = []) => ({
    ...{ sequence, id, to, from: `${agent}@${place}.example`, type: 'discussion', content: `${id} of ${agent}` },
  });
  const home = [
    said(1, 'a1-1', 'a1'),
    said(2, 'b1-1', 'b1@b.example'),
    said(3, 'a1-2', 'a1', { to: ['r1@r.example'] }),
    said(4, 'a1-3', 'a1', { to: ['a2'] }),
  ];
  const [first, second] = [seen(1, 'a1-1', 'a1', 'a'), seen(2, 'b1-1', 'b1', 'b')];
  const third = seen(3, 'a1-2', 'a1', 'a', ['r1@r.example']);
  const fourth = seen(4, 'a1-3', 'a1', 'a', ['a2@a.example']);
  const copies: FoundRoom['copies'] = new Map([
    ['r', [first, second, third]],
    ['b', [first, second]],
  ]);
  const found: FoundRoom = {
    ...{ home, copies },
    room: { id: 's', kind: 'group', home: 'a', coordinator: 'a1', members: ['a1', 'a2', 'r1', 'b1'] },
    members: new Map([
      ['a1', [first, second, third, fourth]],
      ['a2', [first, second, fourth]],
      ['r1', [first, second, third]],
      ['b1', [first, second]],
    ]),
    session: { id: 's', kind: 'group', state: 'open', coordinator: 'a1', created: at, since: at },
  };

  /** Returns the faults after what was told, besides that members were given nothing. */
  function faults(changed: Partial<FoundRoom>, told: (answers: Answers) => void = () => undefined): readonly string[] {
    const answers = new Answers();
    for (const [agent, log] of found.members) answers.given('s', agent, log);
    told(answers);
    return [
      ...answers.faults,
      ...faultsOf({ rooms: [{ ...found, ...changed }], tasks: { a: [], r: [], b: [] } }, answers),
    ];
  }

  it('is silent when all is as it was told', () => {
    const told = (answers: Answers) => {
      answers.stored('s', 'a1', 'a1-1', 1, false);
      answers.stored('s', 'b1', 'b1-1', undefined, false);
      answers.stored('s', 'b1', 'b1-1', 2, true);
      answers.refused('s', 'b1', 'b1-2');
    };
    expect(faults({}, told)).toEqual([]);
  });

  it.each<[string, Partial<FoundRoom>, (answers: Answers) => void, RegExp]>([
    [
      'a lost message',
      {},
      (a) => a.stored('s', 'b1', 'b1-2', undefined, false),
      /b1-2 of b1 was stored, and is there 0 times/,
    ],
    ['another number', {}, (a) => a.stored('s', 'b1', 'b1-1', 3, false), /b1-1 of b1 was number 3, and is 2/],
    ['a refused message that is there', {}, (a) => a.refused('s', 'b1', 'b1-1'), /b1-1 of b1 was refused, and is at 2/],
    [
      'a message twice',
      { home: [...home, said(5, 'a1-1', 'a1')] },
      () => undefined,
      /a1-1 of a1@a.example is at 1 and at 5/,
    ],
    [
      'another order in the middle of the row',
      { copies: new Map([['r', [second, first, third]]]) },
      () => undefined,
      /the copy at r has 2 .* and the log 1 /,
    ],
    [
      'another order at its end',
      { copies: new Map([['b', [second, first]]]) },
      () => undefined,
      /the copy at b has 2 .* and the log 1 /,
    ],
    [
      'another number at its end',
      { copies: new Map([['b', [first, { ...second, sequence: 3 }]]]) },
      () => undefined,
      /the copy at b has 3 .* and the log 2 /,
    ],
    [
      'a message that the copy may not have',
      { copies: new Map([['r', [first, second, third, fourth]]]) },
      () => undefined,
      /the copy at r has 4 .* and the log nothing/,
    ],
    [
      'a message that was passed on and may not be at the end',
      { copies: new Map([['b', [first, second, third]]]) },
      () => undefined,
      /the copy at b has 3 .* and the log nothing/,
    ],
    [
      'a message that a copy lacks',
      { copies: new Map([['b', [first]]]) },
      () => undefined,
      /the copy at b has nothing, and the log 2 /,
    ],
    [
      'a member that reads otherwise',
      { members: new Map([['a2', [first]]]) },
      () => undefined,
      /the history of a2 has nothing/,
    ],
    [
      'another message for a member',
      {},
      (a) => a.given('s', 'a2', [seen(9, 'x', 'a1', 'a')]),
      /a2 was given 9 .* and the log has nothing/,
    ],
    [
      'a task that was lost',
      { home: [...home, said(5, 'a1-4', 'a1', { type: 'yangent-sessions:task-assignment' })] },
      () => undefined,
      /1 tasks were assigned, and the session has 0/,
    ],
  ])('names %s', (_title, changed, told, fault) => {
    expect(faults(changed, told).join('\n')).toMatch(fault);
  });

  const assigned = said(5, 'a1-4', 'a1', { type: 'yangent-sessions:task-assignment', task: { 'task-id': 'a1-4' } });
  const ended = said(6, 'end', 'b1@b.example', {
    ...{ type: 'yangent-sessions:task-result', content: '' },
    'task-news': { id: 't', 'task-id': 'a1-4', state: 'completed' },
  });
  const task = { id: 't', 'task-id': 'a1-4', assigner: 'a1', assignee: 'b1@b.example', state: 'completed' } as const;
  const worked: FoundRoom = {
    ...found,
    home: [...home, assigned, ended],
    session: { ...found.session, task: [{ ...task, mode: 'asynchronous', sequence: '5' }] },
  };
  const atA = { id: 't', 'task-id': 'a1-4', from: 'a1', to: 'b1@b.example', state: 'completed' };
  const atR = { ...atA, id: 'tr', 'task-id': 't.1', from: 'a1@a.example' };
  const atB = { ...atR, id: 'tb', 'task-id': 'tr.1', to: 'b1' };
  const TASKS: Found['tasks'] = { a: [atA], r: [atR], b: [atB] };
  const ofTasks = (tasks: Found['tasks']) => [
    ...faultsOfTasks(worked, tasks),
    ...faultsOfOthers({ rooms: [worked], tasks }),
  ];

  it('is silent about a task that is once at each node of its way', () => {
    expect(ofTasks(TASKS)).toEqual([]);
  });

  it.each<[string, Partial<Found['tasks']>, RegExp]>([
    [
      'a task that is twice at the end of the row',
      { b: [atB, { ...atB, id: 'tb2', 'task-id': 'tr.2' }] },
      /2 times at b/,
    ],
    ['a task that did not come to the end of the row', { b: [] }, /0 times at b/],
    ['a task that failed', { a: [{ ...atA, state: 'failed' }] }, /completed, and failed at a/],
    ['a task that goes on at the end of the row', { b: [{ ...atB, state: 'running' }] }, /completed, and running at b/],
    ['a task that no session has', { r: [atR, { ...atR, id: 'x', 'task-id': 'x' }] }, /r has task x .* no session has/],
  ])('names %s', (_title, changed, fault) => {
    expect(ofTasks({ ...TASKS, ...changed }).join('\n')).toMatch(fault);
  });
});

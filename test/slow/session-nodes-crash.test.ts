/** kill -9 of two nodes while their agents talk in sessions that both share: nothing answered is lost, and nothing is there twice. */
import { describe, expect, it } from 'vitest';
import { Answers } from '../soak/session-nodes/answers.js';
import { crashSessionNodes } from '../soak/session-nodes/session-nodes.js';
import { type Found, faultsOf } from '../soak/session-nodes/verdict.js';
import { temporaryFolder } from '../support/clean-up.js';

const KILLS = 6;

describe('kill -9 of two nodes while their agents talk in shared sessions', () => {
  it(`keeps each answered message and task once, in one order, in ${KILLS} kills`, async () => {
    const { faults, counts } = await crashSessionNodes({ rounds: KILLS, directory: temporaryFolder(), seed: 1 });
    expect(faults).toEqual([]);
    // All that can go wrong had a chance to.
    for (const each of ['sequenced', 'accepted', 'repeated', 'given'] as const)
      expect({ [each]: counts[each] > KILLS }).toEqual({ [each]: true });
    for (const each of ['assigned', 'ended'] as const) expect({ [each]: counts[each] }).not.toEqual({ [each]: 0 });
  }, 480_000);
});

describe('the verdict of that test', () => {
  const at = '2030-01-01T00:00:00Z';
  type Home = Found['home'];
  const said = (sequence: number, id: string, from: string, more: Partial<Home[number]> = {}): Home[number] => ({
    ...{ sequence: `${BigInt(sequence)}`, id, from, at, type: 'yangent-sessions:discussion' },
    content: `${id} of ${from.replace('@core.example', '')}`,
    ...more,
  });
  const seen = (sequence: number, id: string, agent: string, place: string, to: readonly string[] = []) => ({
    ...{ sequence, id, to, from: `${agent}@${place}.example`, type: 'discussion', content: `${id} of ${agent}` },
  });
  const home = [
    said(1, 'noc-1', 'noc'),
    said(2, 'fault-1', 'fault@core.example'),
    said(3, 'noc-2', 'noc', { to: ['ip'] }),
  ];
  const [first, second] = [seen(1, 'noc-1', 'noc', 'oss'), seen(2, 'fault-1', 'fault', 'core')];
  const whole = [first, second, seen(3, 'noc-2', 'noc', 'oss', ['ip@oss.example'])];
  const room = { id: 's', kind: 'group', home: 'oss', coordinator: 'noc', members: ['noc', 'ip', 'fault'] } as const;
  const found: Found = {
    ...{ room, home, copy: [first, second], tasks: { oss: [], core: [] } },
    members: new Map([
      ['noc', whole],
      ['ip', whole],
      ['fault', [first, second]],
    ]),
    session: { id: 's', kind: 'group', state: 'open', coordinator: 'noc', created: at, since: at },
  };

  /** Returns the faults after what was told, besides that members were given nothing. */
  function faults(changed: Partial<Found>, told: (answers: Answers) => void = () => undefined): readonly string[] {
    const answers = new Answers();
    for (const [agent, log] of found.members) answers.given('s', agent, log);
    told(answers);
    return [...answers.faults, ...faultsOf({ ...found, ...changed }, answers)];
  }

  it('is silent when all is as it was told', () => {
    const told = (answers: Answers) => {
      answers.stored('s', 'noc', 'noc-1', 1, false);
      answers.stored('s', 'fault', 'fault-1', undefined, false);
      answers.stored('s', 'fault', 'fault-1', 2, true);
      answers.refused('s', 'fault', 'fault-2');
    };
    expect(faults({}, told)).toEqual([]);
  });

  it.each<[string, Partial<Found>, (answers: Answers) => void, RegExp]>([
    [
      'a lost message',
      {},
      (a) => a.stored('s', 'fault', 'fault-2', undefined, false),
      /fault-2 of fault was stored, and is there 0 times/,
    ],
    [
      'another number',
      {},
      (a) => a.stored('s', 'fault', 'fault-1', 3, false),
      /fault-1 of fault was number 3, and is 2/,
    ],
    [
      'a refused message that is there',
      {},
      (a) => a.refused('s', 'fault', 'fault-1'),
      /fault-1 of fault was refused, and is at 2/,
    ],
    [
      'a message twice',
      { home: [...home, said(4, 'noc-1', 'noc')] },
      () => undefined,
      /noc-1 of noc@oss.example is at 1 and at 4/,
    ],
    ['another order at the copy', { copy: [second, first] }, () => undefined, /the copy has 2 .* and the log 1 /],
    ['a message that the copy may not have', { copy: whole }, () => undefined, /the copy has 3 .* and the log nothing/],
    ['a message that a copy lacks', { copy: [first] }, () => undefined, /the copy has nothing, and the log 2 /],
    [
      'a member that reads otherwise',
      { members: new Map([['ip', [first]]]) },
      () => undefined,
      /the history of ip has nothing/,
    ],
    [
      'another message for a member',
      {},
      (a) => a.given('s', 'ip', [seen(9, 'x', 'noc', 'oss')]),
      /ip was given 9 .* and the log has nothing/,
    ],
    [
      'a task that was lost',
      { home: [...home, said(4, 'noc-3', 'noc', { type: 'yangent-sessions:task-assignment' })] },
      () => undefined,
      /1 tasks were assigned, and the session has 0/,
    ],
  ])('names %s', (_title, changed, told, fault) => {
    expect(faults(changed, told).join('\n')).toMatch(fault);
  });
});

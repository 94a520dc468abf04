/** The table of a team's course: each state with each event, and any order of events. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EventName,
  type Events,
  type Facts,
  type Outcome,
  type Position,
  step,
  type TeamState,
  takes,
} from '../../src/sessions/floor/table.js';
import { NO_FLOOR } from '../../src/sessions/record/floor.js';

const EVENTS = [
  ...['formed', 'discussion', 'task-assignment', 'pause', 'conclude', 'conclusion'],
  ...['task-ended', 'grant', 'timeout', 'changed'],
] as const satisfies readonly EventName[];

/** x: the state takes the event. The order is that of EVENTS. */
const TAKEN: Readonly<Record<TeamState, string>> = {
  forming: 'x.....x.xx',
  discussion: '.xxxx.xxxx',
  'asynchronous-task-assignment': '.xxxx.xxxx',
  'synchronous-task-assignment': '......xx.x',
  'pause-and-trigger': '......xxxx',
  conclusion: '.....xxxxx',
};
const STATES = Object.keys(TAKEN) as TeamState[];

const MEMBERS = ['noc', 'ip', 'optics'];
const FACTS: Facts = {
  ...{ coordinator: 'noc', mode: 'named', hasQuorum: true, unfinished: [] },
  after: (speaker) => MEMBERS[(MEMBERS.indexOf(speaker) + 1) % MEMBERS.length],
  isSpeaker: (agent) => MEMBERS.includes(agent),
};
const sync = { task: 's', assignee: 'ip', mode: 'synchronous' } as const;
const async = { task: 'a', assignee: 'optics', mode: 'asynchronous' } as const;

const said = { by: 'noc', next: [], content: 'x', mode: 'asynchronous', pending: [] } as const;
const EXAMPLES: Events = {
  formed: {},
  discussion: said,
  'task-assignment': said,
  pause: { ...said, pending: ['a'] },
  conclude: said,
  conclusion: said,
  'task-ended': { task: 'a' },
  grant: { by: 'noc', next: [], pending: [] },
  timeout: {},
  changed: {},
};

const at = (state: TeamState, more: Partial<Position['floor']> = {}): Position => ({
  state,
  floor: { ...NO_FLOOR, holders: ['noc'], ...more },
});
const go = <N extends EventName>(from: Position, name: N, event: Partial<Events[N]> = {}, facts: Partial<Facts> = {}) =>
  step(from, name, { ...EXAMPLES[name], ...event }, { ...FACTS, ...facts });
/** The state and the holders. */
const short = (next: Outcome | undefined) =>
  next && (next.state === 'closed' ? ['closed', next.reason] : [next.state, next.floor.holders.join(' ')]);

describe.each(STATES)('in state %s', (state) => {
  it.each(EVENTS.map((name, index) => [name, TAKEN[state][index] === 'x'] as const))('%s: %s', (name, isTaken) => {
    expect(takes(state, name)).toBe(isTaken);
    expect(go(at(state), name) !== undefined).toBe(isTaken);
  });
});

describe('the cells', () => {
  it('forming begins, or is closed for want of members', () => {
    expect(short(go(at('forming'), 'formed'))).toEqual(['discussion', 'noc']);
    expect(short(go(at('forming'), 'formed', {}, { mode: 'open' }))).toEqual(['discussion', '']);
    expect(short(go(at('forming'), 'timeout'))).toEqual(['discussion', 'noc']);
    expect(short(go(at('forming'), 'timeout', {}, { hasQuorum: false }))).toEqual(['closed', 'no-quorum']);
  });

  it.each([
    ['to those that were named', 'named', ['ip', 'optics'], 'ip optics'],
    ['else to the coordinator', 'named', [], 'noc'],
    ['else to the next in the round', 'round-robin', [], 'ip'],
    ['to those that were named, also in a round', 'round-robin', ['optics'], 'optics'],
    ['to the coordinator for one that is not in', 'named', ['gone'], 'noc'],
    ['to nobody where all may speak', 'open', ['ip'], ''],
  ] as const)('discussion gives the floor %s', (_, mode, next, holders) => {
    expect(short(go(at('discussion'), 'discussion', { next }, { mode }))).toEqual(['discussion', holders]);
  });

  it('each of several holders speaks once, and those that they named come next', () => {
    const first = go(at('discussion', { holders: ['ip', 'optics'] }), 'discussion', { by: 'optics', next: ['noc'] });
    expect(first).toMatchObject({ state: 'discussion', floor: { holders: ['ip'], named: ['noc'], turn: 1 } });
    const second = go(first as Position, 'discussion', { by: 'ip', next: ['optics'] });
    expect(second).toMatchObject({ floor: { holders: ['noc', 'optics'], named: [], turn: 2 } });
  });

  it('a coordinator out of turn leaves the floor where it is, unless it names others', () => {
    const held = at('discussion', { holders: ['ip'] });
    expect(short(go(held, 'discussion', { by: 'noc' }))).toEqual(['discussion', 'ip']);
    expect(short(go(held, 'discussion', { by: 'noc', next: ['optics'] }))).toEqual(['discussion', 'optics']);
  });

  it('a synchronous task gives the floor to its assignee, and back when it ends', () => {
    const facts = { unfinished: [sync, async] };
    const wait = go(
      at('discussion', { holders: ['optics'] }),
      'task-assignment',
      { by: 'optics', mode: 'synchronous' },
      facts,
    );
    expect(short(wait)).toEqual(['synchronous-task-assignment', 'ip']);
    expect(short(go(wait as Position, 'task-ended', { task: 'a' }, { unfinished: [sync] }))).toEqual([
      'synchronous-task-assignment',
      'ip',
    ]);
    expect(short(go(wait as Position, 'task-ended', { task: 's' }, { unfinished: [async] }))).toEqual([
      'asynchronous-task-assignment',
      'optics',
    ]);
    expect(short(go(wait as Position, 'task-ended', { task: 's' }))).toEqual(['discussion', 'optics']);
  });

  it('an asynchronous task leaves the floor where it is', () => {
    const next = go(at('discussion', { holders: ['ip'] }), 'task-assignment', { by: 'ip' }, { unfinished: [async] });
    expect(short(next)).toEqual(['asynchronous-task-assignment', 'ip']);
    expect(short(go(next as Position, 'task-ended'))).toEqual(['discussion', 'ip']);
  });

  it('a pause waits for exactly its triggers, and gives the floor back', () => {
    const facts = { unfinished: [sync, async] };
    const paused = go(
      at('asynchronous-task-assignment', { holders: ['ip'] }),
      'pause',
      { by: 'ip', pending: ['a'] },
      facts,
    );
    expect(short(paused)).toEqual(['pause-and-trigger', '']);
    expect(short(go(paused as Position, 'task-ended', { task: 's' }, { unfinished: [async] }))).toEqual([
      'pause-and-trigger',
      '',
    ]);
    expect(short(go(paused as Position, 'task-ended', { task: 'a' }, { unfinished: [async] }))).toEqual([
      'asynchronous-task-assignment',
      'ip',
    ]);
    expect(short(go(paused as Position, 'timeout'))).toEqual(['discussion', 'noc']);
    expect(short(go(paused as Position, 'grant', { next: ['optics'] }))).toEqual(['discussion', 'optics']);
  });

  it('a pause for tasks that have ended changes nothing but the turn', () => {
    const next = go(at('discussion', { holders: ['ip'] }), 'pause', { by: 'ip', pending: [] });
    expect(next).toMatchObject({ state: 'discussion', floor: { holders: ['ip'], turn: 1 } });
  });

  it('a team concludes, and is closed by its conclusion, or by silence', () => {
    expect(short(go(at('discussion'), 'conclude', { by: 'ip', next: ['optics'] }))).toEqual(['conclusion', 'optics']);
    expect(short(go(at('discussion'), 'conclude', { by: 'ip' }))).toEqual(['conclusion', 'ip']);
    const end = at('conclusion', { holders: ['ip'] });
    expect(go(end, 'conclusion', { content: 'all is well' })).toEqual({
      ...{ state: 'closed', reason: 'concluded', conclusion: 'all is well' },
    });
    const once = go(end, 'timeout');
    expect(short(once)).toEqual(['conclusion', 'noc']);
    expect(short(go(once as Position, 'timeout'))).toEqual(['closed', 'no-conclusion']);
  });

  it('the last turn leads to the conclusion, once its task has ended', () => {
    const facts = { maxTurns: 3 };
    const last = at('discussion', { turn: 2 });
    expect(short(go(last, 'discussion', { next: ['ip'] }, facts))).toEqual(['conclusion', 'noc']);
    const wait = go(last, 'task-assignment', { mode: 'synchronous' }, { ...facts, unfinished: [sync] });
    expect(short(wait)).toEqual(['synchronous-task-assignment', 'ip']);
    const end = go(wait as Position, 'task-ended', { task: 's' }, facts);
    expect(short(end)).toEqual(['conclusion', 'noc']);
    expect(short(go(end as Position, 'conclusion'))).toEqual(['closed', 'max-turns']);
  });

  it('after three silences the team concludes, or waits for its tasks', () => {
    const silent = go(at('discussion', { holders: ['ip'] }), 'timeout');
    expect(short(silent)).toEqual(['discussion', 'noc']);
    const twice = go(silent as Position, 'timeout') as Position;
    expect(short(go(twice, 'timeout'))).toEqual(['conclusion', 'noc']);
    expect(short(go(twice, 'timeout', {}, { unfinished: [async] }))).toEqual(['pause-and-trigger', '']);
    expect(short(go(go(twice, 'discussion') as Position, 'timeout'))).toEqual(['discussion', 'noc']);
  });

  it("the floor of one that went is the coordinator's", () => {
    const facts = { isSpeaker: (agent: string) => agent !== 'ip', coordinator: 'optics' };
    expect(short(go(at('discussion', { holders: ['ip'] }), 'changed', {}, facts))).toEqual(['discussion', 'optics']);
    expect(short(go(at('conclusion', { holders: ['ip'] }), 'changed', {}, facts))).toEqual(['conclusion', 'optics']);
    expect(short(go(at('discussion', { holders: ['ip', 'noc'] }), 'changed', {}, facts))).toEqual([
      'discussion',
      'noc',
    ]);
  });

  it('the floor follows the mode when the terms change', () => {
    expect(short(go(at('discussion', { holders: ['ip'] }), 'changed', {}, { mode: 'open' }))).toEqual([
      'discussion',
      '',
    ]);
    expect(short(go(at('discussion', { holders: [] }), 'changed'))).toEqual(['discussion', 'noc']);
    expect(short(go(at('discussion', { turn: 5 }), 'changed', {}, { maxTurns: 5 }))).toEqual(['conclusion', 'noc']);
  });

  it.each([
    ['discussion', [], ['discussion', 'ip']],
    ['discussion', [async], ['asynchronous-task-assignment', 'ip']],
    ['asynchronous-task-assignment', [async], ['asynchronous-task-assignment', 'ip']],
    ['asynchronous-task-assignment', [], undefined],
    ['synchronous-task-assignment', [sync], ['synchronous-task-assignment', 'ip']],
    ['synchronous-task-assignment', [], undefined],
    ['conclusion', [], ['conclusion', 'ip']],
    ['pause-and-trigger', [async], undefined],
    ['forming', [], undefined],
  ] as const)('a coordinator that grants %s with %j', (state, unfinished, expected) => {
    expect(short(go(at('discussion'), 'grant', { state, next: ['ip'] }, { unfinished }))).toEqual(expected);
  });

  it('from the conclusion there is no way back', () => {
    expect(go(at('conclusion'), 'grant', { state: 'discussion' })).toBeUndefined();
    expect(short(go(at('conclusion'), 'grant', { next: ['ip'] }))).toEqual(['conclusion', 'ip']);
  });
});

interface World {
  readonly unfinished: Facts['unfinished'];
  readonly members: readonly string[];
}

const agent = fc.constantFrom(...MEMBERS);
const event = fc.record({
  name: fc.constantFrom(...EVENTS),
  by: agent,
  next: fc.uniqueArray(agent),
  mode: fc.constantFrom('synchronous', 'asynchronous' as const),
  state: fc.option(fc.constantFrom(...STATES), { nil: undefined }),
  leaves: fc.boolean(),
});

it('any order of events keeps the floor with members, one at a time where none were named together, and the team can end', () => {
  const mode = fc.constantFrom('named', 'open', 'round-robin' as const);
  fc.assert(
    fc.property(
      mode,
      fc.option(fc.integer({ min: 1, max: 20 })),
      fc.array(event, { maxLength: 40 }),
      (mode, max, all) => {
        let world: World = { unfinished: [], members: MEMBERS };
        let number = 0;
        let now = { state: 'forming', floor: NO_FLOOR } as Outcome;
        const facts = (): Facts => ({
          ...FACTS,
          mode,
          ...(max === null ? {} : { maxTurns: max }),
          unfinished: world.unfinished,
          isSpeaker: (each) => world.members.includes(each),
        });
        for (const { name, by, next, mode: task, state, leaves } of all) {
          if (now.state === 'closed') break;
          const from: Position = now;
          if (name === 'task-assignment' && takes(from.state, name)) {
            number += 1;
            world = { ...world, unfinished: [...world.unfinished, { task: `t${number}`, assignee: by, mode: task }] };
          }
          const [first] = world.unfinished;
          if (name === 'task-ended' && !first) continue;
          if (name === 'task-ended') world = { ...world, unfinished: world.unfinished.slice(1) };
          if (name === 'changed' && leaves && by !== 'noc')
            world = { ...world, members: world.members.filter((each) => each !== by) };
          if (name === 'grant' && state === 'synchronous-task-assignment') {
            world = {
              ...world,
              unfinished: world.unfinished.map((each) => ({ ...each, mode: 'synchronous' as const })),
            };
          }
          const pending = world.unfinished.map(({ task }) => task);
          const events: Events = {
            ...EXAMPLES,
            ...{ discussion: { ...said, by, next }, conclude: { ...said, by, next } },
            'task-assignment': { ...said, by, mode: task },
            pause: { ...said, by, pending },
            'task-ended': { task: first?.task ?? '' },
            grant: { by: 'noc', next, pending, ...(state === undefined ? {} : { state }) },
          };
          now = step(from, name, events[name], facts()) ?? now;
          if (name === 'changed' && now.state !== 'closed') now = step(now, 'changed', {}, facts()) ?? now;
          if (now.state === 'closed') break;
          const { holders } = now.floor;
          const assignees = world.unfinished
            .filter((each) => each.mode === 'synchronous')
            .map(({ assignee }) => assignee);
          if (now.state === 'pause-and-trigger' || now.state === 'forming') expect(holders).toEqual([]);
          else if (now.state === 'synchronous-task-assignment')
            for (const each of holders) expect(assignees).toContain(each);
          else expect(new Set(holders).size).toBe(holders.length);
          if (mode === 'open' && (now.state === 'discussion' || now.state === 'asynchronous-task-assignment')) {
            expect(holders).toEqual([]);
          }
          if (max !== null && now.state === 'discussion') expect(now.floor.turn).toBeLessThan(max);
        }
        for (let steps = 0; now.state !== 'closed'; steps += 1) {
          expect(steps).toBeLessThan(100);
          const from: Position = now;
          if (from.state === 'synchronous-task-assignment') {
            const [first, ...rest] = world.unfinished;
            world = { ...world, unfinished: rest };
            now = step(from, 'task-ended', { task: first?.task ?? '' }, facts()) ?? from;
          } else {
            // An operator or the clock: the wait for tasks ends by the clock too.
            if (from.state === 'pause-and-trigger') world = { ...world, unfinished: [] };
            now = step(from, 'timeout', {}, facts()) ?? from;
          }
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

it.each(['discussion', 'synchronous-task-assignment', 'pause-and-trigger'] as const)(
  'in state %s, a member that went is to speak no more',
  (state) => {
    const next = go(at(state, { named: ['gone', 'ip'], waiter: 'gone' }), 'changed');
    expect(next).toMatchObject({ state, floor: { named: ['ip'] } });
    expect(next).not.toHaveProperty('floor.waiter');
  },
);

/** Random requests of the members of a session: whatever they do, each reads each message once, in the order of the log. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Plain } from '../rows/agents-rig.js';
import { useSessionsRig } from './sessions-rig.js';

const { group, call, say, receive, acknowledge } = useSessionsRig();
const AGENTS = ['noc', 'ip', 'optics'] as const;
type Agent = (typeof AGENTS)[number];

const agent = fc.constantFrom(...AGENTS);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('say' as const), agent, to: fc.option(agent) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('read' as const), agent, max: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('acknowledge' as const),
      agent,
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
);

/** What one member was given, and has not acknowledged. */
interface Reader {
  readonly done: number[];
  open: number[];
}

it('each member is given each message once, unless it does not acknowledge it, and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const session = await group('ip', 'optics');
      const readers = new Map<Agent, Reader>(AGENTS.map((each) => [each, { done: [], open: [] }]));
      const readerOf = (name: Agent): Reader => readers.get(name) ?? { done: [], open: [] };
      const read = async (name: Agent, max: number) => {
        const reader = readerOf(name);
        const { message = [] } = await receive(name, { session, max });
        const numbers = message.map(({ sequence }: Plain) => Number(sequence));
        // What is out is given to nobody else.
        if (reader.open.length > 0) expect(numbers).toEqual([]);
        else reader.open = numbers;
      };
      const confirm = async (name: Agent, count: number) => {
        const reader = readerOf(name);
        const through = reader.open[count - 1];
        if (through === undefined) return;
        expect(await acknowledge(name, session, through)).toMatchObject({ status: 204 });
        reader.done.push(...reader.open.splice(0, count));
      };
      for (const { kind, agent, ...more } of steps) {
        if (kind === 'say' && 'to' in more) {
          expect(await say(agent, session, `by ${agent}`, more.to === null ? {} : { to: [more.to] })).toMatchObject({
            status: 200,
          });
        } else if (kind === 'read' && 'max' in more) await read(agent, more.max);
        else if ('part' in more) await confirm(agent, Math.ceil(more.part * readerOf(agent).open.length));
      }
      for (const name of AGENTS) {
        await confirm(name, readerOf(name).open.length);
        for (;;) {
          await read(name, 1000);
          if (readerOf(name).open.length === 0) break;
          await confirm(name, readerOf(name).open.length);
        }
      }
      const { output } = await call('admin', 'history', { session, after: '1', limit: 1000 });
      for (const name of AGENTS) {
        const own = output.message.find(({ membership }: Plain) => membership?.agent === name);
        const joined = Number(own?.sequence ?? 1);
        const passing = output.message.filter(
          ({ from, to, sequence }: Plain) =>
            from !== name && (to === undefined || name === 'noc' || to.includes(name)) && Number(sequence) > joined,
        );
        expect({ name, read: readerOf(name).done }).toEqual({
          name,
          read: passing.map(({ sequence }: Plain) => Number(sequence)),
        });
      }
    }),
    { numRuns: 8 },
  );
}, 120_000);

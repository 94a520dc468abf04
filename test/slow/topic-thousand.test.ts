/** A topic with 1,000 subscribers: each gets exactly what its filter and its profile let pass, and the sender cannot list them. */
import { beforeAll, expect, it } from 'vitest';
import { description, type Plain } from '../rows/agents-rig.js';
import { texts, useSessionsRig } from '../sessions/sessions-rig.js';

const { rig, call, act, open, read } = useSessionsRig();

const SUBSCRIBERS = 1_000;
const REGIONS = ['north', 'south', 'east', 'west'] as const;
const DEVICES = 5;
/** Skills of the profiles, and tags of the messages. */
const SKILLS = ['optical', 'routing', 'power'] as const;

interface Said {
  readonly content: string;
  readonly subject: string;
  readonly tag: readonly string[];
}

/** A way of subscribing, and the messages that are for it. */
interface Kind {
  readonly wanted: (number: number) => Plain;
  readonly wants: (number: number, said: Said) => boolean;
}

const region = (number: number): string => REGIONS[number % REGIONS.length] ?? '';
const device = (number: number): string => `r${number % DEVICES}`;
const skill = (number: number): string => SKILLS[number % SKILLS.length] ?? '';
const under = (said: Said, start: string): boolean => said.subject === start || said.subject.startsWith(`${start}/`);

/** The ways of subscribing, one after the other. The second column says in plain terms what the first one means. */
const KINDS: readonly Kind[] = [
  { wanted: () => ({}), wants: () => true },
  { wanted: (n) => ({ filter: [`alarms/${region(n)}/#`] }), wants: (n, s) => under(s, `alarms/${region(n)}`) },
  { wanted: (n) => ({ filter: [`alarms/+/${device(n)}`] }), wants: (n, s) => s.subject.endsWith(`/${device(n)}`) },
  {
    wanted: (n) => ({ filter: [`alarms/${region(n)}/${device(n)}`, 'news'] }),
    wants: (n, s) => s.subject === `alarms/${region(n)}/${device(n)}` || s.subject === 'news',
  },
  { wanted: () => ({ 'by-profile': true }), wants: (n, s) => s.tag.includes(skill(n)) },
  {
    wanted: () => ({ filter: ['notes/#'], 'by-profile': true }),
    wants: (n, s) => under(s, 'notes') && s.tag.includes(skill(n)),
  },
];
const kindOf = (number: number): Kind => KINDS[number % KINDS.length] as Kind;
const nameOf = (number: number): string => `subscriber-${number}`;

const SAID: readonly Said[] = [
  ...REGIONS.flatMap((word) => [
    { subject: `alarms/${word}`, tag: [] },
    ...Array.from({ length: DEVICES }, (_, number) => ({ subject: `alarms/${word}/r${number}`, tag: [] })),
  ]),
  ...SKILLS.map((word) => ({ subject: `notes/${word}`, tag: [word] })),
  { subject: 'news', tag: [...SKILLS] },
  { subject: 'nothing/of/interest', tag: ['other'] },
].map((each, number) => ({ ...each, content: `${number}: ${each.subject} [${each.tag}]` }));

let topic: string;

beforeAll(async () => {
  const numbers = Array.from({ length: SUBSCRIBERS }, (_, number) => number);
  const agent = numbers.map((number) => {
    const skills = { skill: [{ 'skill-name': skill(number), 'skill-description': 'Watches a part of the network' }] };
    return description(nameOf(number), { owner: ['bob'], profile: { skills } });
  });
  await rig.node.node.edit({ 'yangent-agents:agents': { agent } });
  topic = await open('topic', {
    name: 'alarms',
    member: numbers.map((number) => ({ agent: nameOf(number), ...kindOf(number).wanted(number) })),
  });
  const source = { agent: 'noc', member: [{ agent: 'optics', role: 'source' }] };
  expect(await act('alice', topic, 'invite', source)).toMatchObject({ status: 200 });
  for (const said of SAID)
    expect(await call('carol', 'send', { from: 'optics', session: topic, ...said })).toMatchObject({
      status: 200,
      output: { session: topic },
    });
}, 300_000);

it('each subscriber gets exactly the messages that it asked for, in their order', async () => {
  const wrong: Plain[] = [];
  const counts = new Set<number>();
  for (let number = 0; number < SUBSCRIBERS; number += 1) {
    const { output } = await call('bob', 'receive', { agent: nameOf(number), session: topic });
    const got = texts(output ?? {});
    const wanted = SAID.filter((said) => kindOf(number).wants(number, said)).map(({ content }) => content);
    if (JSON.stringify(got) !== JSON.stringify(wanted)) wrong.push({ number, got, wanted });
    counts.add(wanted.length);
  }
  expect(wrong).toEqual([]);
  // They are not all asked for the same: from all messages to a few.
  expect(counts.size).toBeGreaterThan(3);
}, 300_000);

it('the sender and each subscriber see themselves as the only members, and neither may ask for another by its name', async () => {
  const seen = await read('carol', topic);
  expect(seen.member.map(({ agent }: Plain) => agent)).toEqual(['optics']);
  expect(seen).not.toHaveProperty('last-sequence');
  const past = await call('carol', 'history', { agent: 'optics', session: topic, limit: 1000 });
  expect(texts(past.output)).toEqual(SAID.map(({ content }) => content));
  expect(JSON.stringify(past.output)).not.toContain('subscriber');
  // A member and an agent that is none get the same error.
  const named = (to: string) => call('carol', 'send', { from: 'optics', session: topic, content: 'you?', to: [to] });
  const [member, stranger] = [await named(nameOf(1)), await named('nobody')];
  expect(member).toMatchObject({ status: 403, output: { 'error-tag': 'access-denied' } });
  expect(stranger.output['error-message'].replace('nobody', nameOf(1))).toBe(member.output['error-message']);
  const path = (agent: string) => `/restconf/data/yangent-sessions:sessions/session=${topic}/member=${agent}`;
  const [hidden, missing] = [
    await rig.http('carol', 'GET', path(nameOf(1))),
    await rig.http('carol', 'GET', path('nobody')),
  ];
  expect(hidden.status).toBe(404);
  expect(missing.body.replaceAll('nobody', nameOf(1))).toBe(hidden.body);
  const coordinator = await read('alice', topic);
  expect(coordinator.member).toHaveLength(SUBSCRIBERS + 2);
});

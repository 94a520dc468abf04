/** Hosted members of sealed sessions: they hear media types, answer with them, and lead by rules without reading. */
import { CompactEncrypt } from 'jose';
import { expect, it } from 'vitest';
import type { Plain } from '../rows/agents-rig.js';
import { until } from '../until.js';
import { member, useHostedRig } from './hosted-rig.js';

const rig = useHostedRig();
const seal = (text: string) =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A128GCM' })
    .encrypt(new Uint8Array(16).fill(7));
const [ASKED, ANSWER, CONCLUSION] = [await seal('why?'), await seal('cut'), await seal('the fibre')];
const JOSE = { 'media-type': 'application/jose' } as const;

it('a function hears the media type and answers with one; a text is passed over', async () => {
  const heard: Plain[] = [];
  const ip = member('ip', {
    sessions: {
      message: (message, { session }) => {
        heard.push([message['media-type'], session.encryption]);
        return heard.length === 1 ? 'in clear' : { content: ANSWER, ...JOSE };
      },
    },
  });
  await rig.start([ip]);
  const session = await rig.open('group', ['ip'], { encryption: 'sealed' });
  await rig.say(session, ASKED, JOSE);
  await rig.say(session, ASKED, JOSE);
  await rig.untilSaid(session, `noc discussion: ${ASKED}`, `noc discussion: ${ASKED}`, `ip discussion: ${ANSWER}`);
  expect(heard).toEqual([
    ['application/jose', 'sealed'],
    ['application/jose', 'sealed'],
  ]);
});

const opened = async (from: string, members: readonly string[]): Promise<string> => {
  const member = members.map((agent) => ({ agent }));
  return (await rig.call('yangent-sessions:open', { from, kind: 'team', goal: 'why', encryption: 'sealed', member }))
    .id;
};
const ended = (session: string) =>
  until(
    () => rig.read(session),
    ({ state }) => state === 'closed',
  );

it('a coordinator without a function concludes with the newest sealed text', async () => {
  const talks = (id: string, content: string) => member(id, { sessions: { turn: () => ({ content, ...JOSE }) } });
  await rig.start([member('lead', { sessions: {} }), talks('ip', ASKED), talks('optics', ANSWER)]);
  expect(await ended(await opened('lead', ['ip', 'optics']))).toMatchObject({
    'close-reason': 'concluded',
    conclusion: ANSWER,
  });
});

it('functions of a coordinator give media types', async () => {
  const lead = member('lead', {
    sessions: {
      coordinate: ({ floor }) =>
        floor.turn === 0
          ? { message: ASKED, mediaType: 'application/jose', next: ['ip'] }
          : { state: 'conclusion', next: ['lead'] },
      conclude: () => ({ content: CONCLUSION, ...JOSE }),
    },
  });
  const ip = member('ip', { sessions: { turn: () => ({ content: ANSWER, ...JOSE }) } });
  await rig.start([lead, ip]);
  const session = await opened('lead', ['ip']);
  expect(await ended(session)).toMatchObject({ conclusion: CONCLUSION });
  expect(await rig.said(session)).toEqual([
    ...[`lead discussion: ${ASKED}`, `ip discussion: ${ANSWER}`, 'lead conclude: '],
    `lead conclusion: ${CONCLUSION}`,
  ]);
});

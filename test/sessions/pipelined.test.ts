/** Messages that one NETCONF session sends without waiting for its replies (RFC 6241 §4.5). */
import { expect, it } from 'vitest';
import { chunked, type RawNetconf, rpc } from '../support/raw-netconf.js';
import { SESSIONS_XML, texts, useSessionsRig } from './sessions-rig.js';

const { rig, group, say, receive, drain } = useSessionsRig();

const NO_SESSION = '00000000-0000-7000-8000-000000000000';

async function opened(): Promise<RawNetconf> {
  return rig.openNetconf('alice');
}

const send = (session: string, content: string, more = '') =>
  `<send xmlns="${SESSIONS_XML}"><session>${session}</session><from>noc</from>${more}<content>${content}</content></send>`;

/** Sends the requests in one piece. @returns the replies, in the order in which they come */
async function pipelined(client: RawNetconf, operations: readonly string[]): Promise<readonly string[]> {
  client.send(operations.map((operation, at) => chunked(rpc(operation, at + 1))).join(''));
  const replies: string[] = [];
  for (const _ of operations) replies.push(await client.receive());
  return replies;
}

const ids = (replies: readonly string[]) => replies.map((reply) => / message-id="(\d+)"/.exec(reply)?.[1]);
const sequences = (replies: readonly string[]) => replies.map((reply) => /<sequence[^>]*>(\d+)</.exec(reply)?.[1]);

async function commits(): Promise<number> {
  const { body } = await rig.http('admin', 'GET', '/metrics');
  return Number(/^yangent_store_commits_total (\d+)$/m.exec(body)?.[1]);
}

it('messages are numbered and answered in the order of the requests, and share commits', async () => {
  const session = await group('ip');
  const client = await opened();
  const before = await commits();
  const operations = Array.from({ length: 20 }, (_, at) => send(session, `${at}`));
  const replies = await pipelined(client, operations);
  expect((await commits()) - before).toBeLessThan(20);
  expect(ids(replies)).toEqual(operations.map((_, at) => `${at + 1}`));
  expect(sequences(replies)).toEqual(operations.map((_, at) => `${at + 3}`));
  expect(await drain('ip')).toEqual(operations.map((_, at) => `${at}`));
  client.close();
});

it('a refused message changes nothing for the others, and a reading sees those before it and none after it', async () => {
  const session = await group('ip');
  const client = await opened();
  const history = `<history xmlns="${SESSIONS_XML}"><agent>noc</agent><session>${session}</session><limit>9</limit></history>`;
  const replies = await pipelined(client, [
    send(session, 'one'),
    send(NO_SESSION, 'lost'),
    send(session, 'to nothing', '<in-reply-to>99</in-reply-to>'),
    '<send xmlns="urn:example:no-such-module"/>',
    send(session, 'two'),
    history,
    send(session, 'three'),
    history,
  ]);
  expect(ids(replies)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  const [one, noSession, noAnswer, noModule, two, early, three, late] = replies;
  expect(noSession).toContain('there is no session');
  expect(noAnswer).toContain('"in-reply-to" names message 99');
  expect(noModule).toContain('<error-tag>unknown-namespace</error-tag>');
  expect(sequences([one, two, three].map(String))).toEqual(['3', '4', '5']);
  const said = (reply = '') => [...reply.matchAll(/<content[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(said(early)).toEqual(['one', 'two']);
  expect(said(late)).toEqual(['one', 'two', 'three']);
  client.close();
});

it('a message whose sender waits for the answer is answered before the next one is sent', async () => {
  const session = await group('ip');
  const client = await opened();
  await drain('ip');
  const replies = pipelined(client, [
    send(session, 'who is there?', '<type>request</type><wait>30</wait>'),
    send(session, 'so much for that'),
  ]);
  const asked = await receive('ip', { wait: 30 });
  expect(texts(asked)).toEqual(['who is there?']);
  const answer = await say('ip', session, 'I am', { type: 'response', 'in-reply-to': asked.message[0].sequence });
  expect(answer).toMatchObject({ status: 200, output: { sequence: '4' } });
  const [first, second] = await replies;
  expect(first).toContain('I am</content>');
  expect(sequences([String(second)])).toEqual(['5']);
  client.close();
});

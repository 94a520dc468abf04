/** kill -9 of a node whose hosted members talk: no message is lost to them, and nothing that they say is there twice. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { description, type Plain } from '../rows/agents-rig.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { until } from '../until.js';

const KILLS = 6;
const EACH = 30;

/** It answers each message by two, and writes down what it was called for. */
const AGENT = `import { appendFileSync } from 'node:fs';
export default {
  id: 'echo',
  profile: { name: 'echo', description: 'Answers', version: '1.0.0', provider: 'ACME' },
  sessions: {
    message: async ({ content }) => {
      appendFileSync(process.env.CALLS, content + '\\n');
      await new Promise((resolve) => setTimeout(resolve, 20));
      return [{ content: content + ' heard' }, { content: content + ' done' }];
    },
  },
};
`;

it(`keeps each answer once and in order, in ${KILLS} kills`, async () => {
  const folder = temporaryFolder();
  const [agent, calls] = [join(folder, 'echo.mjs'), join(folder, 'calls.txt')];
  writeFileSync(agent, AGENT);
  writeFileSync(calls, '');
  let serve: ServeProcess | undefined;
  let http: Https | undefined;
  const start = async () => {
    serve = await startServe({ data: join(folder, 'data'), args: ['--agent', agent], env: { CALLS: calls } });
    http = new Https(serve);
  };
  const kill = async () => {
    await serve?.end('SIGKILL');
    http?.close();
  };
  const call = async (rpc: string, input: Plain): Promise<Plain> => {
    const body = JSON.stringify({ [`${rpc.split(':')[0]}:input`]: input });
    const answer = await http?.send('POST', `/restconf/operations/${rpc}`, { body });
    expect(answer?.status).toBeLessThan(300);
    return answer?.body ? Object.values<Plain>(JSON.parse(answer.body))[0] : {};
  };
  await start();
  await call('yangent-agents:register', description('noc'));
  const { id: session } = await call('yangent-sessions:open', {
    from: 'noc',
    kind: 'group',
    member: [{ agent: 'echo' }],
  });
  const said = async (): Promise<readonly string[]> => {
    const { message = [] } = await call('yangent-sessions:history', { session, limit: 1000, from: 'echo' });
    return message.map(({ content }: Plain) => content);
  };
  const sent: string[] = [];
  let interrupted = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const before = (await said()).length;
    for (let number = 0; number < EACH; number += 1) {
      const content = `${round}-${number}`;
      await call('yangent-sessions:send', { session, from: 'noc', content });
      sent.push(content);
    }
    // Killed in the middle of its work, in each round at another place.
    const { length: done } = await until(said, ({ length }) => length > before + round * 7);
    if (done < 2 * sent.length) interrupted += 1;
    await kill();
    await start();
  }
  const all = sent.flatMap((content) => [`${content} heard`, `${content} done`]);
  await until(said, ({ length }) => length >= all.length, 60_000);
  expect(await said()).toEqual(all);
  expect(interrupted).toBeGreaterThan(1);
  const called = readFileSync(calls, 'utf8').trim().split('\n');
  expect(new Set(called)).toEqual(new Set(sent));
  // A kill between an answer and the acknowledgement lets the function be called again.
  expect(called.length).toBeLessThanOrEqual(sent.length + KILLS);
  await kill();
}, 240_000);

/** kill -9 of a node while foreign clients of the Internet of Agents talk in a group: nothing acknowledged is lost, or there twice. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { describePeer } from '../peers.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { type ServeProcess, startServe } from '../support/serve.js';

const MEMBERS = fileURLToPath(new URL('ioa_crash.py', import.meta.url));
const NAMES = ['noc', 'ip', 'optics'];
/** Frames of each member. */
const COUNT = 40;
/** Numbers of acknowledged frames after which the node is killed. */
const KILLS = [10, 45, 80];

interface Kept {
  readonly sequence: number;
  readonly message_id: string;
  readonly content: string;
  readonly sender: string;
}
interface Told {
  readonly acknowledged: Readonly<Record<string, number>>;
  readonly heard: readonly Kept[];
  readonly connections: number;
}

describePeer('python3-websockets', 'clients of a node that is killed', (python) => {
  it(`IOA-4.1-s: find each acknowledged frame once, and all of them in one order, after ${KILLS.length} kills`, async () => {
    const folder = temporaryFolder();
    const [settings, address] = [join(folder, 'ioa.json'), join(folder, 'url')];
    writeFileSync(settings, '{ "listen": "127.0.0.1:0" }');
    let node: ServeProcess | undefined;
    const start = async (): Promise<ServeProcess> => {
      const args = ['--adapter', `ioa-websocket=${settings}`];
      const serve = await startServe({ data: join(folder, 'data'), args, tls: true });
      writeFileSync(`${address}.new`, serve.ready.adapters?.['ioa-websocket']?.listen ?? '');
      renameSync(`${address}.new`, address);
      node = serve;
      return serve;
    };
    onTestFinished(() => node?.end('SIGKILL'));

    const first = await start();
    const certificate = first.ready.restconf?.certificate ?? '';
    const call = async (serve: ServeProcess, name: string, input: object) => {
      const https = new Https({ ...serve, certificate });
      const body = JSON.stringify({ [`${name.split(':')[0]}:input`]: input });
      const answer = await https.send('POST', `/restconf/operations/${name}`, { body }).finally(() => https.close());
      expect(answer.status).toBeLessThan(300);
      return answer.body === '' ? {} : JSON.parse(answer.body)[`${name.split(':')[0]}:output`];
    };
    for (const id of NAMES) {
      const profile = { name: id, description: 'Talks', version: '1.0.0', provider: 'ACME' };
      await call(first, 'yangent-agents:register', { id, profile });
    }
    const [from, ...others] = NAMES;
    const member = others.map((agent) => ({ agent }));
    const { id: group } = await call(first, 'yangent-sessions:open', { from, kind: 'group', member });

    const given = { url_file: address, user: 'admin', password: first.password, certificate };
    const clients = spawn(python, [MEMBERS, JSON.stringify({ ...given, group, names: NAMES, count: COUNT })]);
    onTestFinished(() => void clients.kill());
    let errors = '';
    clients.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const gone = once(clients, 'close');
    let count = 0;
    let told: Readonly<Record<string, Told>> = {};
    const kills = [...KILLS];
    for await (const line of createInterface(clients.stdout)) {
      if (line !== 'acknowledged') told = JSON.parse(line);
      else if (++count === kills[0]) {
        kills.shift();
        await node?.end('SIGKILL');
        await start();
      }
    }
    expect([errors, (await gone)[0], kills]).toEqual(['', 0, []]);

    const log: Kept[] = [];
    for (let after = '0'; node; ) {
      const input = { agent: from, session: group, after, limit: 100 };
      const { message = [] } = await call(node, 'yangent-sessions:history', input);
      if (message.length === 0) break;
      after = message.at(-1).sequence;
      for (const { sequence, id, content, from: sender } of message) {
        if (content !== undefined) log.push({ sequence: Number(sequence), message_id: id, content, sender });
      }
    }
    expect(log).toHaveLength(NAMES.length * COUNT);
    for (const name of NAMES) {
      const { acknowledged, heard, connections } = told[name] as Told;
      expect(connections).toBeGreaterThan(KILLS.length);
      // Its own frames are in the log once, under the numbers by which they were acknowledged, and in the order in which it said them.
      const own = log.filter(({ sender }) => sender === name);
      expect(own.map(({ message_id }) => message_id)).toEqual(
        Array.from({ length: COUNT }, (_, at) => `${name}-${at}`),
      );
      expect(Object.fromEntries(own.map(({ message_id, sequence }) => [message_id, sequence]))).toEqual(acknowledged);
      // The others may come again after a kill, behind the last one that it acknowledged. What it hears is the log, in its order.
      const others = heard.filter(({ sender }) => sender !== name);
      const fresh = others.filter(({ sequence }, at) => others.slice(0, at).every((each) => each.sequence < sequence));
      expect(fresh).toEqual(log.filter(({ sender }) => sender !== name));
      expect(new Set(others.map((each) => JSON.stringify(each))).size).toBe(fresh.length);
    }
    await node?.end('SIGTERM');
  }, 400_000);
});

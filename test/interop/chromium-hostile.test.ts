/** What another site makes a browser send that remembers the login of an administrator. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { Subject } from 'rxjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closedLoop, defineAgent } from '../../src/index.js';
import { describePeer } from '../peers.js';
import { Chromium } from '../support/chromium.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { until } from '../until.js';

const HALT = '/yangent-tasks:tasks/halt';
const LOOP = "/yangent-loops:loops/loop[name='keep-up']";
const STOP_ALL = '/restconf/operations/yangent-tasks:stop-all';
const RESUME_ALL = '/restconf/operations/yangent-tasks:resume-all';
const APPROVE = '/restconf/data/yangent-loops:loops/loop=keep-up/approve';
const PAUSE = '/restconf/data/yangent-loops:loops/loop=keep-up/pause';

const seen = new Subject<string>();
const executed: string[] = [];
/** Has something to do that a person has to approve. */
const keeper = defineAgent({
  id: 'keeper',
  profile: { name: 'keeper', description: 'd', version: '1.0.0', provider: 'acme' },
  loops: [
    closedLoop({
      name: 'keep-up',
      policy: { mode: 'approve' },
      observe: () => seen,
      analyse: (what: string) => what,
      decide: (what) => ({ summary: what }),
      execute: async ({ summary }) => {
        executed.push(summary);
        return summary;
      },
      verify: async () => ({ ok: true, note: 'done' }),
    }),
  ],
});

/** The page of the other site: a form, also in a frame whose origin is `null`. */
const page = (action: string) => {
  const form = `<form method="post" action="${action}"></form>`;
  const script = '<script>onload = () => document.forms[0].submit()</script>';
  return `<!doctype html><link rel="icon" href="data:,">${form}<template>${form}${script}</template>`;
};
const SUBMIT = 'document.forms[0].submit()';
const SUBMIT_IN_FRAME = `{
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-forms allow-scripts';
  frame.srcdoc = document.querySelector('template').innerHTML;
  document.body.append(frame);
}`;

/** A name of the other site, on the port of the node as far as the browser can tell: it leads to where it is told to. */
class Rebound {
  readonly #server: TcpServer;
  readonly #open = new Set<Socket>();
  #target: number;

  constructor(target: number) {
    this.#target = target;
    this.#server = createTcpServer((socket) => {
      const onwards = connect(this.#target, '127.0.0.1');
      for (const end of [socket, onwards]) end.on('error', () => undefined);
      socket.on('close', () => onwards.destroy()).pipe(onwards);
      onwards.on('close', () => socket.destroy()).pipe(socket);
      this.#open.add(socket);
      socket.on('close', () => this.#open.delete(socket));
    }).listen(0, '127.0.0.1');
  }

  async origin(): Promise<string> {
    if (!this.#server.listening) await once(this.#server, 'listening');
    return `http://rebound.example:${portOf(this.#server)}`;
  }

  /** Leads what connects from now on to another port; connections that are open end. */
  lead(target: number): void {
    this.#target = target;
    for (const socket of this.#open) socket.destroy();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }
}

function portOf(server: TcpServer | Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describePeer('chromium', 'a Chromium that remembers a login', (program) => {
  let rig: TestNode;
  let admin: Https;
  let browser: Chromium;
  let site: Server;
  let rebound: Rebound;
  let evil: string;
  const begun = new Date().toISOString();
  beforeAll(async () => {
    rig = await startTestNode({ tls: false, agents: [keeper], limits: { failures: { perSource: 100 } } });
    admin = new Https({ url: rig.url, password: rig.password });
    const node = new URL(rig.url);
    site = createServer(({ url }, answer) => {
      answer.setHeader('content-type', 'text/html').end(page(`${rig.url}${url}`));
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    evil = `http://evil.example:${portOf(site)}`;
    rebound = new Rebound(portOf(site));
    browser = await Chromium.open(program, '--host-resolver-rules=MAP *.example 127.0.0.1');
    await browser.visit(`http://admin:${rig.password}@${node.host}/docs`);
    await browser.visit(`${rig.url}/docs`);
    seen.next('cut the link');
    await until(loop, ({ phase }) => phase === 'approve');
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    rebound?.close();
    site?.closeAllConnections();
    site?.close();
    admin?.close();
    await rig?.stop();
  });

  const loop = async (): Promise<{ readonly state?: string; readonly phase?: string }> => {
    const entry = await rig.node.read(LOOP);
    return typeof entry === 'object' && entry !== null ? entry : {};
  };
  const LOGGED_IN = "fetch('/restconf/yang-library-version').then(({ status }) => status)";

  /** Requests that were turned away before a login, oldest first. */
  async function turnedAway(): Promise<readonly string[]> {
    const span = `start-time=${begun}&stop-time=${new Date().toISOString()}`;
    const { body } = await admin.send('GET', `/restconf/streams/audit/json?${span}`, { accept: 'text/event-stream' });
    return [...body.matchAll(/^data: (.*)$/gm)].flatMap(([, text = '']) => {
      const audit = JSON.parse(text)['ietf-restconf:notification']['yangent-access:audit'];
      const { user, operation, outcome, method, foreign } = audit ?? {};
      return operation === 'request' ? [`${user} ${outcome} ${method} ${foreign}`] : [];
    });
  }

  /** Has a page do something that sends a form to the node, and returns what the node answered. */
  async function answerTo(path: string, from: string, doing: string): Promise<string> {
    await browser.visit(`${from}${path}`);
    const before = browser.pages.length;
    await browser.evaluate(doing);
    const answer = () => browser.pages.slice(before).find((each) => each.includes(rig.url));
    await expect.poll(answer, { timeout: 20_000 }).toBeDefined();
    return String(answer());
  }

  it('logs in by itself where the page is the own one', async () => {
    await browser.visit(`${rig.url}/docs`);
    expect(await browser.evaluate(LOGGED_IN)).toBe(200);
  });

  it.each([
    ['stop-all', STOP_ALL],
    ['the approval of a loop', APPROVE],
    ['the pause of a loop', PAUSE],
  ])('is not used by a form of another site: %s', async (_what, path) => {
    const before = (await turnedAway()).length;
    expect(await answerTo(path, evil, SUBMIT)).toBe(`403 ${rig.url}${path}`);
    await expect.poll(async () => (await turnedAway()).slice(before)).toEqual([`(unknown) denied origin ${evil}`]);
    expect(await rig.node.read(HALT)).toBeUndefined();
    expect(await loop()).toMatchObject({ state: 'running', phase: 'approve' });
    expect(executed).toEqual([]);
  });

  it('is not used by a frame of no origin, nor by another port of the same machine', async () => {
    const before = (await turnedAway()).length;
    const near = `http://127.0.0.1:${portOf(site)}`;
    await browser.visit(`${evil}${STOP_ALL}`);
    await browser.evaluate(SUBMIT_IN_FRAME);
    await expect.poll(async () => (await turnedAway()).length, { timeout: 20_000 }).toBe(before + 1);
    expect(await answerTo(STOP_ALL, near, SUBMIT)).toBe(`403 ${rig.url}${STOP_ALL}`);
    await expect
      .poll(async () => (await turnedAway()).slice(before))
      .toEqual(['(unknown) denied origin null', `(unknown) denied origin ${near}`]);
    expect(await rig.node.read(HALT)).toBeUndefined();
  });

  it('is not used by a script of another site, with or without a preflight', async () => {
    const before = (await turnedAway()).length;
    await browser.visit(`${evil}/`);
    const asked = (mode: string) =>
      `fetch('${rig.url}${STOP_ALL}', { method: 'POST', mode: '${mode}', credentials: 'include', ${
        mode === 'cors' ? "headers: { 'content-type': 'application/yang-data+json' }, body: '{}'" : ''
      } }).then(({ type, status }) => type + ' ' + status, () => 'failed')`;
    expect(await browser.evaluate(asked('no-cors'))).toBe('opaque 0');
    expect(await browser.evaluate(asked('cors'))).toBe('failed');
    await expect.poll(async () => (await turnedAway()).length).toBe(before + 2);
    expect(await rig.node.read(HALT)).toBeUndefined();
  });

  it('is not used by a name that was pointed at the node after its page was loaded', async () => {
    const origin = await rebound.origin();
    await browser.visit(`${origin}/`);
    rebound.lead(Number(new URL(rig.url).port));
    const before = (await turnedAway()).length;
    const status = (path: string, method: string) =>
      browser.evaluate(`fetch('${path}', { method: '${method}' }).then(({ status }) => status)`);
    expect(await status('/metrics', 'GET')).toBe(421);
    expect(await status('/restconf/data', 'GET')).toBe(421);
    expect(await status(STOP_ALL, 'POST')).toBe(421);
    await browser.visit(`${origin}/restconf/data`);
    expect(browser.pages.at(-1)).toBe(`421 ${origin}/restconf/data`);
    await expect
      .poll(async () => (await turnedAway()).slice(before, before + 4))
      .toEqual(Array.from({ length: 4 }, () => '(unknown) denied host rebound.example'));
    expect(await rig.node.read(HALT)).toBeUndefined();
  });

  it('does not resume by a form of another site what an operator stopped', async () => {
    await rig.node.invoke('yangent-tasks:stop-all', { reason: 'drill' });
    expect(await answerTo(RESUME_ALL, evil, SUBMIT)).toBe(`403 ${rig.url}${RESUME_ALL}`);
    expect(await rig.node.read(HALT)).toMatchObject({ reason: 'drill' });
  });
});

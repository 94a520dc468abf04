/** A browser as a client: EventSource on the event streams, and the page of the API. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { startTestNode, type TestNode } from '../support/node.js';

/** Listens with EventSource and tells the proxy of every event. */
const PAGE = `<!doctype html><title>events</title><script>
const source = new EventSource('/restconf/streams/NETCONF/json');
const report = (what) => fetch('/report', { method: 'POST', body: JSON.stringify(what) });
source.onopen = () => report({ opened: true });
source.onmessage = ({ data, lastEventId }) => report({ id: lastEventId, data: JSON.parse(data) });
</script>`;

interface Report {
  readonly opened?: true;
  readonly id?: string;
  readonly data?: unknown;
}

/** Passes the browser's requests on to the node with a user's credentials: a browser would ask its user for them. */
class LoggedIn {
  readonly streams: { readonly lastEventId: string | undefined; cut(): void }[] = [];
  readonly reports: Report[] = [];
  #heard = () => {};
  readonly #server: Server = createServer((from, to) => this.#answer(from, to));

  constructor(private readonly rig: TestNode) {}

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  /** The first report that will do, past or to come. */
  async heard(wanted: (report: Report) => boolean): Promise<Report> {
    for (;;) {
      const found = this.reports.find(wanted);
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(from: IncomingMessage, to: ServerResponse): void {
    if (from.url === '/page') to.setHeader('content-type', 'text/html').end(PAGE);
    else if (from.url === '/report') void this.#report(from, to);
    else this.#pass(from, to);
  }

  async #report(from: IncomingMessage, to: ServerResponse): Promise<void> {
    this.reports.push(JSON.parse((await from.setEncoding('utf8').toArray()).join('')));
    to.end();
    this.#heard();
  }

  #pass({ url = '/', method, headers }: IncomingMessage, to: ServerResponse): void {
    const authorization = `Basic ${Buffer.from(`admin:${this.rig.password}`).toString('base64')}`;
    const outgoing = request(this.rig.url + url, { method, headers: { ...headers, authorization } }, (reply) => {
      to.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(to);
      if (!url.includes('/streams/')) return;
      const lastEventId = headers['last-event-id'];
      this.streams.push({ lastEventId: lastEventId?.toString(), cut: () => to.destroy() });
    });
    to.on('close', () => outgoing.destroy());
    outgoing.on('error', () => to.destroy()).end();
  }
}

describePeer('chromium', 'chromium', (program) => {
  let rig: TestNode;
  let proxy: LoggedIn;
  let origin: string;
  let profile: string;
  const browsers: ChildProcess[] = [];
  beforeAll(async () => {
    rig = await startTestNode({ tls: false });
    proxy = new LoggedIn(rig);
    origin = await proxy.listen();
    profile = mkdtempSync(join(tmpdir(), 'yangent-chromium-'));
  });
  afterAll(async () => {
    for (const browser of browsers) browser.kill('SIGKILL');
    proxy?.close();
    await rig?.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  function browse(...options: string[]): ChildProcess {
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`, '--no-first-run'];
    const browser = spawn(program, [...flags, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
    browsers.push(browser);
    return browser;
  }

  const created = (id: string) =>
    rig.node.edit({ 'yangent-agents:agents': { agent: [{ id, profile: { ...PROFILE, name: id } }] } });
  const PROFILE = { description: 'd', version: '1.0.0', provider: 'ACME' };
  const about = (id: string) => (report: Report) => JSON.stringify(report.data ?? '').includes(id);

  describe('EventSource', () => {
    it('receives events, and goes on behind the last one when its connection breaks', async () => {
      const browser = browse(`${origin}/page`, '--remote-debugging-port=0');
      await proxy.heard(({ opened }) => opened === true);
      await created('browser-1');
      const first = await proxy.heard(about('browser-1'));
      expect(first.data).toHaveProperty('ietf-restconf:notification');
      const before = proxy.streams.length;
      proxy.streams.at(-1)?.cut();
      // Told while nobody listens: only what the client says of the last event brings it.
      await created('browser-2');
      const next = Number((await proxy.heard(about('browser-2'))).id);
      expect(proxy.streams.length).toBeGreaterThan(before);
      // The creation is told by more than one event, and reports may overtake one another.
      const ids = () => proxy.reports.flatMap(({ id }) => (id !== undefined && Number(id) < next ? [Number(id)] : []));
      await expect.poll(() => String(Math.max(...ids()))).toBe(proxy.streams.at(-1)?.lastEventId);
      browser.kill('SIGKILL');
    });
  });

  describe('the page of the API', () => {
    it('shows the paths and schemas of the node', async () => {
      const browser = browse('--dump-dom', '--virtual-time-budget=10000', `${origin}/docs`);
      const text = (await browser.stdout?.setEncoding('utf8').toArray())?.join('') ?? '';
      for (const [part, shown] of [
        ['/data/yangent-agents:agents/agent=<b>{agent-id}</b>', true],
        ['id="schema/errors"', true],
        ['role="alert"', false],
      ] as const)
        expect([part, text.includes(part)]).toEqual([part, shown]);
    });
  });
});

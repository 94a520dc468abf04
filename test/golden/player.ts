/** Sends the requests of a file to a node, and gives the replies as they belong into the file. */
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestNode } from '../support/node.js';
import { chunked, RawNetconf } from '../support/raw-netconf.js';
import type { Receiver, Report } from '../support/receiver.js';
import { moveClock } from './clock.js';
import type { Exchange, Request } from './exchange.js';
import { basic, HttpClient, type HttpReply } from './http.js';
import { laidOut } from './layout.js';
import { type Mask, Masks } from './masks.js';
import { PASSWORDS } from './rig.js';

/** Milliseconds of the clock of the node from one request to the next. */
const STEP = 1_000;
/** How often a request with `Until` is sent, `PAUSE` milliseconds apart, while work in the background goes on. */
const TRIES = 1_000;
const PAUSE = 5;

/** Headers of a request that are meant for the player (README.md). */
const DIRECTIVES = ['until', 'clock', 'names'];
/** Headers that say nothing of the resource. */
const LEFT_OUT = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);
/** Headers of every reply: shown where their values are others. */
const USUAL: Readonly<Record<string, string>> = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
/** Headers of a report; those that the sender of HTTP adds by itself are left out. */
const OF_A_REPORT = /^(content-type|content-digest|idempotency-key|signature|signature-input|yangent-.*)$/;

export class Player {
  readonly #masks: Masks;
  readonly #client: HttpClient;
  readonly #sessions = new Map<string, RawNetconf>();
  #reports = 0;

  constructor(
    private readonly node: TestNode,
    private readonly receiver: Receiver,
    masks?: readonly Mask[],
  ) {
    this.#client = new HttpClient(node.url);
    this.#masks = new Masks({ node: node.url, receiver: receiver.url }, masks);
  }

  /** Sends a request. @returns the reply as it belongs into the file. @throws Error when the reply does not come in time */
  async play({ request, title, line }: Exchange): Promise<string> {
    moveClock(pauseBefore(request));
    const said = {
      ...request,
      target: this.#masks.unmask(request.target),
      body: this.#masks.unmask(request.body),
      headers: new Map([...request.headers].map(([name, value]) => [name, this.#masks.unmask(value)])),
    };
    const until = request.headers.get('until');
    for (let tries = 1; ; tries++) {
      const reply = await inTime(this.#reply(said), `line ${line}, "${title}"`);
      if (until === undefined || reply.includes(until)) {
        this.#masks.name(request.headers.get('names')?.split(', ') ?? [], reply);
        return this.#masks.mask(reply).trimEnd();
      }
      if (tries === TRIES) throw new Error(`line ${line}, "${title}": still not ${until}:\n${reply}`);
      await pause(PAUSE);
    }
  }

  close(): void {
    this.#client.close();
    for (const session of this.#sessions.values()) session.close();
  }

  #reply(request: Request): Promise<string> {
    if (request.method === 'NETCONF') return this.#netconf(request);
    if (request.method !== 'RECEIVE') return this.#http(request);
    return request.target === '' ? this.#notifications(request) : this.#report(request);
  }

  async #http({ method, target, user, headers, body }: Request) {
    const type = `application/yang-data+${body.startsWith('<') ? 'xml' : 'json'}`;
    const accept = headers.get('content-type') ?? type;
    const own = [...headers].filter(([name]) => !DIRECTIVES.includes(name));
    const reply = await this.#client.send({
      method,
      path: target,
      headers: {
        ...(user !== undefined && { authorization: basic(user, this.#password(user)) }),
        ...(body !== '' && { 'content-type': type }),
        accept: accept.startsWith('application/yang-data') ? accept : 'application/yang-data+json',
        ...Object.fromEntries(own),
      },
      body,
    });
    return httpText(reply);
  }

  async #netconf({ user = 'admin', body }: Request) {
    const session = await this.#session(user);
    session.send(chunked(body));
    return laidOut(await session.receive());
  }

  /** Takes the notifications of a session up to the one that is waited for. */
  async #notifications({ user = 'admin', headers }: Request) {
    const session = await this.#session(user);
    const until = headers.get('until') ?? '';
    const messages: string[] = [];
    do messages.push(await session.receive());
    while (!messages.at(-1)?.includes(until) && messages.at(-1) !== 'closed');
    return messages.map(laidOut).join('\n\n');
  }

  async #session(user: string): Promise<RawNetconf> {
    const known = this.#sessions.get(user);
    if (known) return known;
    const login = { user, password: this.#password(user.replace(/%.*/, '')) };
    const made = await RawNetconf.open(this.node, '1.1', login);
    this.#sessions.set(user, made);
    return made;
  }

  #password(user: string): string {
    return user === 'admin' ? this.node.password : (PASSWORDS[user] ?? 'not the password');
  }

  /** Takes the reports to a path that came since the last time. */
  async #report({ target, headers }: Request) {
    const until = headers.get('until') ?? '';
    const path = target.replace(this.receiver.url, '');
    const reports = await this.receiver.until(path, (report) => reportText(report).includes(until));
    const fresh = reports.slice(this.#reports);
    this.#reports = reports.length;
    return fresh.map(reportText).join('\n\n');
  }
}

/** Milliseconds that a reply may take. */
const PATIENCE = 10_000;

function inTime<T>(reply: Promise<T>, what: string): Promise<T> {
  const late = new AbortController();
  const timeout = pause(PATIENCE, undefined, { signal: late.signal }).then(() => {
    throw new Error(`${what}: no reply`);
  });
  return Promise.race([reply, timeout]).finally(() => late.abort());
}

/**
 * Returns the milliseconds by which the clock goes on before a request. It stands while a request waits for work in the
 * background, so that the work has the time of the request that began it.
 */
function pauseBefore({ headers }: Request): number {
  const said = headers.get('clock');
  if (said !== undefined) return milliseconds(said);
  return headers.has('until') ? 0 : STEP;
}

/** Returns the milliseconds of a span like `+5 minutes`. */
function milliseconds(text: string): number {
  const [, count, unit] = /^\+(\d+) (second|minute|hour|day)s?$/.exec(text) ?? [];
  const factor = { second: 1, minute: 60, hour: 3_600, day: 86_400 }[unit ?? ''];
  if (factor === undefined) throw new Error(`"${text}" is no time like +5 minutes`);
  return Number(count) * factor * 1_000;
}

function httpText({ status, headers, body }: HttpReply): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    LEFT_OUT.has(name) || USUAL[name] === value ? [] : [`${name}: ${String(value)}`],
  );
  const missing = Object.keys(USUAL).flatMap((name) => (headers[name] === undefined ? [`(no ${name})`] : []));
  const head = [`HTTP/1.1 ${status}`, ...lines, ...missing].join('\n');
  return body === '' ? head : `${head}\n\n${laidOut(body)}`;
}

function reportText({ method, path, headers, body }: Report): string {
  const lines = Object.entries(shown(headers)).map(([name, value]) => `${name}: ${String(value)}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', laidOut(body)].join('\n');
}

function shown(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => OF_A_REPORT.test(name)));
}

/** A small NETCONF device over SSH: ports that are on or off, a candidate, confirmed commits and notifications. Many fit into a process. */
import { once } from 'node:events';
import { type ServerChannel, default as ssh2 } from 'ssh2';
import { buildHello, buildNotification } from '../../../src/wire/index.js';

const BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';
const CAPABILITIES = [
  'urn:ietf:params:netconf:base:1.0',
  'urn:ietf:params:netconf:capability:candidate:1.0',
  'urn:ietf:params:netconf:capability:confirmed-commit:1.1',
  'urn:ietf:params:netconf:capability:notification:1.0',
  'urn:ietf:params:netconf:capability:interleave:1.0',
  'urn:ietf:params:xml:ns:yang:ietf-interfaces?module=ietf-interfaces&revision=2018-02-20',
];
const END = ']]>]]>';

export const USER = 'soak';
export const PASSWORD = 'soak';

type Ports = ReadonlyMap<string, boolean>;

/** The content of the reply to an rpc. */
type CarryOut = (request: string) => string;

export class Device {
  #running: Ports;
  #candidate: Ports;
  /** An edit that is taken back unless it is confirmed. */
  #trial: { readonly before: Ports; readonly of: Session } | undefined;
  #locked: Session | undefined;
  readonly #sessions = new Set<Session>();
  readonly #server: ssh2.Server;
  port = 0;

  constructor(names: readonly string[], hostKey: string) {
    this.#running = new Map(names.map((name) => [name, true]));
    this.#candidate = this.#running;
    this.#server = new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
      connection.on('error', () => undefined);
      connection.on('authentication', (context) => {
        if (context.method === 'password' && context.username === USER && context.password === PASSWORD)
          context.accept();
        else context.reject(['password']);
      });
      connection.on('session', (accept) =>
        accept().on('subsystem', (taken) => {
          const session: Session = new Session(taken(), (request) => this.#carryOut(session, request));
          this.#sessions.add(session);
          session.onEnd(() => this.#leave(session));
        }),
      );
    });
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
  }

  close(): void {
    this.#server.close();
    for (const session of this.#sessions) session.end();
  }

  /** Somebody at the device switches a port off. */
  fail(port: string): void {
    const off = (ports: Ports): Ports => new Map(ports).set(port, false);
    this.#running = off(this.#running);
    this.#candidate = off(this.#candidate);
    if (this.#trial) this.#trial = { ...this.#trial, before: off(this.#trial.before) };
    this.#notify();
  }

  #carryOut(session: Session, request: string): string {
    const [, operation = ''] = /<rpc[^>]*>\s*<([\w-]+)/.exec(request) ?? [];
    switch (operation) {
      case 'get':
        return `<data>${/<interfaces[\s/>]/.test(request) ? this.#shown() : ''}</data>`;
      case 'lock':
        if (this.#locked && this.#locked !== session) return DENIED;
        this.#locked = session;
        break;
      case 'unlock':
        this.#locked = undefined;
        break;
      case 'edit-config':
        for (const [, name = '', on] of request.matchAll(/<name>(.*?)<\/name>.*?<enabled>(true|false)</gs))
          this.#candidate = new Map(this.#candidate).set(name, on === 'true');
        break;
      case 'commit':
        this.#commit(session, /<confirmed\s*\/>/.test(request));
        break;
      case 'cancel-commit':
        this.#takeBack();
        break;
      case 'discard-changes':
        this.#candidate = this.#running;
        break;
      case 'create-subscription':
        session.subscribed = true;
        break;
      case 'close-session':
        break;
      default:
        return NOT_SUPPORTED;
    }
    return '<ok/>';
  }

  #commit(session: Session, confirmed: boolean): void {
    const before = this.#trial?.before ?? this.#running;
    const changed = this.#candidate !== this.#running;
    this.#running = this.#candidate;
    this.#trial = confirmed ? { before, of: session } : undefined;
    if (changed) this.#notify();
  }

  #takeBack(): void {
    if (!this.#trial) return;
    this.#running = this.#trial.before;
    this.#candidate = this.#running;
    this.#trial = undefined;
    this.#notify();
  }

  #leave(session: Session): void {
    this.#sessions.delete(session);
    if (this.#locked === session) this.#locked = undefined;
    if (this.#trial?.of === session) this.#takeBack();
  }

  #shown(): string {
    const entries = [...this.#running].map(
      ([name, on]) => `<interface><name>${name}</name><enabled>${on}</enabled></interface>`,
    );
    return `<interfaces xmlns="urn:ietf:params:xml:ns:yang:ietf-interfaces">${entries.join('')}</interfaces>`;
  }

  #notify(): void {
    const text = buildNotification(new Date().toISOString(), '<changed xmlns="urn:example:soak"/>');
    for (const session of this.#sessions) if (session.subscribed) session.send(text);
  }
}

const error = (tag: string): string =>
  `<rpc-error><error-type>protocol</error-type><error-tag>${tag}</error-tag><error-severity>error</error-severity></rpc-error>`;
const DENIED = error('lock-denied');
const NOT_SUPPORTED = error('operation-not-supported');

let sessions = 0;

class Session {
  subscribed = false;
  #text = '';

  constructor(
    private readonly channel: ServerChannel,
    carryOut: CarryOut,
  ) {
    channel.on('error', () => undefined);
    channel.setEncoding('utf8').on('data', (text: string) => {
      this.#text += text;
      for (let end = this.#text.indexOf(END); end >= 0; end = this.#text.indexOf(END)) {
        const request = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + END.length);
        const [, id] = /message-id="([^"]*)"/.exec(request) ?? [];
        if (id === undefined) continue;
        this.send(`<rpc-reply xmlns="${BASE}" message-id="${id}">${carryOut(request)}</rpc-reply>`);
        if (request.includes('<close-session')) this.end();
      }
    });
    this.send(buildHello({ capabilities: CAPABILITIES, sessionId: ++sessions }));
  }

  send(text: string): void {
    this.channel.write(text + END);
  }

  onEnd(told: () => void): void {
    this.channel.once('close', told);
  }

  end(): void {
    this.channel.end();
  }
}

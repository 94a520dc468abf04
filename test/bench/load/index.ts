/** Runs a load generator in a process of its own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { HttpLoad } from './http.js';
import type { JoinsOptions } from './joins.js';
import type { LastMemberOptions } from './last-member.js';
import type { Load, LoadTime } from './measure.js';
import type { NetconfLoad } from './netconf.js';
import type { PostLoad } from './posts.js';

export type { HttpLoad, HttpProtocol } from './http.js';
export type { Load, LoadTime } from './measure.js';
export type { Expected, NetconfLoad, NetconfStep } from './netconf.js';

const run = promisify(execFile);
/** Milliseconds for all of a load, with its start. */
const PATIENCE = 60_000;
const TIME: LoadTime = { warmUp: 1_000, measured: 2_500 };

export function netconfLoad(load: Omit<NetconfLoad, keyof LoadTime>, time: LoadTime = TIME): Promise<Load> {
  return generate('netconf.ts', { ...load, ...time });
}

export function httpLoad(load: Omit<HttpLoad, keyof LoadTime>, time: Partial<LoadTime> = {}): Promise<Load> {
  return generate('http.ts', { ...load, ...TIME, ...time });
}

/** Messages posted. */
export function postLoad(load: Omit<PostLoad, keyof LoadTime>, time: Partial<LoadTime> = {}): Promise<Load> {
  return generate('posts.ts', { ...load, ...TIME, ...time });
}

export function lastMemberLoad(load: LastMemberOptions): Promise<Load> {
  return generate('last-member.ts', load);
}

export function joinLoad(load: JoinsOptions): Promise<Load> {
  return generate('joins.ts', load);
}

/** What a generator reaches against a server that does next to nothing. */
export async function httpCeiling(
  { protocol, connections }: Pick<HttpLoad, 'protocol' | 'connections'>,
  time: LoadTime = TIME,
): Promise<Load> {
  const server = spawn(process.execPath, ['--import', 'tsx', programOf('trivial.ts'), protocol], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(createInterface(server.stdout), 'line');
    const request = { method: 'GET', path: '/', authorization: 'Basic', expect: { status: 200 } };
    return await httpLoad({ ...request, host: '127.0.0.1', port: Number(line), protocol, connections }, time);
  } finally {
    server.kill();
  }
}

/** A responder that answers every NETCONF message with `content`, whatever it says. Any user and password will do. */
export async function startResponder(
  content: string,
): Promise<{ readonly host: string; readonly port: number; stop(): void }> {
  const child = spawn(process.execPath, ['--import', 'tsx', programOf('responder.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(content);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { host: '127.0.0.1', port: Number(line), stop: () => void child.kill() };
}

/** HTTP Basic, as a header field. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

async function generate(file: string, load: object): Promise<Load> {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', programOf(file), JSON.stringify(load)], {
    timeout: PATIENCE,
  });
  return JSON.parse(stdout);
}

function programOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

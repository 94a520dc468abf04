/** One of the two nodes, as a process that is started again each time it has killed itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Role } from './graphs.js';

const CHILD = fileURLToPath(new URL('./node.child.ts', import.meta.url));
/** Characters of standard error that are kept. */
const KEPT = 20_000;
/** Milliseconds in which a node ends by itself. */
const LONGEST_END = 15_000;

export interface PlaceOptions {
  readonly role: Role;
  /** Of the place; made when it is missing. */
  readonly directory: string;
  readonly port: number;
  /** Port of the other node. */
  readonly other: number;
  /** The node kills itself after so many commits, once. 0: never. */
  readonly killAfter: number;
}

export class Place {
  readonly url: string;
  readonly data: string;
  readonly effects: string;
  /** Of the user `admin`. */
  password = '';
  /** Number of kills. */
  kills = 0;
  /** Why the node has ended by itself; undefined: it has not. */
  fault: string | undefined;
  #child: ChildProcess | undefined;
  #gone: Promise<void> = Promise.resolve();
  #ends = false;

  constructor(private readonly o: PlaceOptions) {
    mkdirSync(o.directory, { recursive: true });
    this.url = `http://127.0.0.1:${o.port}`;
    this.data = join(o.directory, 'data');
    this.effects = join(o.directory, 'effects');
  }

  get role(): Role {
    return this.o.role;
  }

  /** Starts the node. Resolves once it is ready, or has ended. */
  async start(): Promise<void> {
    const { role, directory, port, other, killAfter } = this.o;
    const limit = this.kills > 0 ? 0 : killAfter;
    const values = [directory, role, port, other, limit].map(String);
    const child = spawn(process.execPath, ['--import', 'tsx', CHILD, ...values], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-KEPT);
    });
    this.#gone = new Promise((resolve) =>
      child.once('close', (code, signal) => {
        if (!this.#ends && signal === 'SIGKILL') {
          this.kills += 1;
          void this.start();
        } else if (!this.#ends || code !== 0) this.fault = `node ${role} ended with ${code ?? signal}: ${errors}`;
        resolve();
      }),
    );
    const ready = new Promise<void>((resolve) =>
      createInterface({ input: child.stdout }).once('line', (line) => {
        this.password = JSON.parse(line).password;
        resolve();
      }),
    );
    await Promise.race([ready, this.#gone]);
  }

  /** Ends the node, by force when it does not end in time. */
  async end(): Promise<void> {
    this.#ends = true;
    const child = this.#child;
    child?.stdin?.end();
    const late = setTimeout(() => child?.kill('SIGKILL'), LONGEST_END);
    await this.#gone;
    clearTimeout(late);
  }
}

/** The device: another node, which is not killed. */
import { Https } from '../../support/http.js';
import { type ServeProcess, startServe } from '../../support/serve.js';
import { LEDGER } from './configuration.js';

const LIST = `/restconf/data/${LEDGER.module}:ledger`;

export class Device {
  readonly #https: Https;

  private constructor(private readonly process: ServeProcess) {
    this.#https = new Https({ url: process.url, password: process.password });
  }

  static async start(o: { readonly data: string; readonly yang: string }): Promise<Device> {
    return new Device(await startServe({ data: o.data, args: ['--yang', o.yang] }));
  }

  get port(): number {
    return this.process.netconf.port;
  }

  get hostKey(): string {
    return this.process.ready.netconf?.hostKeyFingerprint ?? '';
  }

  get password(): string {
    return this.process.password;
  }

  /** Returns the names of the entries that the node has written. */
  async entries(): Promise<Set<string>> {
    const { status, body } = await this.#https.send('GET', `${LIST}/batch=device`);
    if (status === 404) return new Set();
    const [{ entry = [] }] = JSON.parse(body)[`${LEDGER.module}:batch`];
    return new Set(entry.map(({ name }: { readonly name: string }) => name));
  }

  /** Deletes the entries, which were judged. */
  async clear(): Promise<void> {
    await this.#https.send('DELETE', `${LIST}/batch=device`);
  }

  async stop(): Promise<void> {
    this.#https.close();
    await this.process.end('SIGTERM');
  }
}

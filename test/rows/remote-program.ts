/** A node that can be killed and started again. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Https } from '../support/http.js';
import { type ServeProcess, startServe } from '../support/serve.js';

/** A node in a process of its own, which keeps its ports when it is started again. */
export class Program {
  #process: ServeProcess | undefined;
  #admin: Https | undefined;

  constructor(
    readonly data: string,
    private readonly args: readonly string[],
    private readonly probe = false,
  ) {}

  static configured(data: string, configuration: object, args: readonly string[] = [], probe = false): Program {
    const file = join(data, 'configuration.json');
    writeFileSync(file, JSON.stringify(configuration));
    return new Program(data, ['--config', file, ...args], probe);
  }

  get node(): ServeProcess {
    return this.#process!;
  }

  async start(): Promise<void> {
    const { netconf, url } = this.#process ?? {};
    const again =
      netconf && url ? ['--netconf', `127.0.0.1:${netconf.port}`, '--restconf', `127.0.0.1:${new URL(url).port}`] : [];
    this.#process = await startServe({ data: this.data, args: [...this.args, ...again], probe: this.probe });
    this.#admin = new Https(this.#process);
  }

  async crash(): Promise<void> {
    this.#admin?.close();
    await this.node.end('SIGKILL');
  }

  async stop(): Promise<void> {
    this.#admin?.close();
    await this.#process?.end('SIGTERM');
  }

  /** The administrator, while it runs. */
  get admin(): Https {
    return this.#admin!;
  }
}

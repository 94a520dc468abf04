/** A Chromium that a test drives over a pipe, with the DevTools protocol. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly type?: string;
    readonly response?: { readonly url: string; readonly status: number };
    /** Of a step in the life of a page: its name, and the navigation that brought the page. */
    readonly name?: string;
    readonly loaderId?: string;
  };
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** One tab of a browser. */
export class Chromium {
  readonly #browser: ChildProcess;
  readonly #profile = mkdtempSync(join(tmpdir(), 'yangent-chromium-'));
  readonly #waiting = new Map<number, (message: Message) => void>();
  /** Navigations whose page is there. */
  readonly #loaded = new Set<string>();
  #onLoaded = (): void => undefined;
  /** What pages were answered with, oldest first. */
  readonly pages: string[] = [];
  #next = 1;
  #session: string | undefined;

  private constructor(program: string, flags: readonly string[]) {
    const own = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-pipe'];
    this.#browser = spawn(program, [...own, `--user-data-dir=${this.#profile}`, ...flags], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      // A group of its own: its helpers, which write to the profile, end with it.
      detached: true,
    });
    const output = this.#browser.stdio[4];
    let text = '';
    if (output instanceof Readable)
      output.setEncoding('utf8').on('data', (chunk: string) => {
        const messages = (text + chunk).split('\0');
        text = messages.pop() ?? '';
        for (const message of messages) this.#take(JSON.parse(message));
      });
  }

  static async open(program: string, ...flags: readonly string[]): Promise<Chromium> {
    const browser = new Chromium(program, flags);
    const { targetId } = await browser.#call('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.#call('Target.attachToTarget', { targetId, flatten: true });
    browser.#session = String(sessionId);
    await browser.#call('Page.enable');
    await browser.#call('Page.setLifecycleEventsEnabled', { enabled: true });
    await browser.#call('Network.enable');
    return browser;
  }

  /** Goes to a page and waits until it is there; what pages before it still load does not count. */
  async visit(url: string): Promise<void> {
    const { loaderId } = await this.#call('Page.navigate', { url });
    while (!this.#loaded.has(String(loaderId)))
      await new Promise<void>((resolve) => {
        this.#onLoaded = resolve;
      });
  }

  /** What a script in the page gives, once it is there. */
  async evaluate(expression: string): Promise<unknown> {
    const { result } = await this.#call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return typeof result === 'object' && result !== null && 'value' in result ? result.value : undefined;
  }

  async close(): Promise<void> {
    if (this.#browser.exitCode === null && this.#browser.signalCode === null) {
      const { pid } = this.#browser;
      const gone = once(this.#browser, 'exit');
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      await gone;
    }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  #call(method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const id = this.#next++;
    const input = this.#browser.stdio[3];
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result ?? {});
      });
      if (input instanceof Writable)
        input.write(`${JSON.stringify({ id, method, params, sessionId: this.#session })}\0`);
    });
  }

  #take(message: Message): void {
    const { type, response, name, loaderId } = message.params ?? {};
    if (message.method === 'Network.responseReceived' && type === 'Document' && response)
      this.pages.push(`${response.status} ${response.url}`);
    if (message.method === 'Page.lifecycleEvent' && name === 'load' && loaderId !== undefined) {
      this.#loaded.add(loaderId);
      this.#onLoaded();
    }
    if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
  }
}

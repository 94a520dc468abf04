/**
 * Ends a test file that does not finish in its time, by killing the process that runs it, and names it: no test can hang
 * the run. Vitest's own time limits do not help against a loop that never yields. The other files go on in a new process.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { WORKERS } from './worker.js';

export class Watchdog implements Reporter {
  #directory = '';
  readonly #clocks = new Map<string, NodeJS.Timeout>();
  readonly #ended: string[] = [];

  /** @param limit milliseconds that a file of a project may take */
  constructor(private readonly limit: (project: string) => number) {}

  onInit(): void {
    // Not before there is a run: the configuration is read more often.
    this.#directory = mkdtempSync(join(tmpdir(), 'yangent-test-workers-'));
    process.env[WORKERS] = this.#directory;
  }

  onTestModuleQueued({ moduleId, project }: TestModule): void {
    const limit = this.limit(project.name);
    this.#clocks.set(
      moduleId,
      setTimeout(() => this.#end(moduleId, limit), limit),
    );
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    clearTimeout(this.#clocks.get(moduleId));
    this.#clocks.delete(moduleId);
  }

  onTestRunEnd(): void {
    for (const clock of this.#clocks.values()) clearTimeout(clock);
    rmSync(this.#directory, { recursive: true, force: true });
    for (const line of this.#ended) console.error(line);
  }

  #end(file: string, limit: number): void {
    const line = `${relative(process.cwd(), file)} did not finish within ${limit / 1_000} s and was ended.`;
    console.error(line);
    this.#ended.push(line);
    process.exitCode = 1;
    for (const pid of readdirSync(this.#directory)) {
      if (readFileSync(join(this.#directory, pid), 'utf8') === file) kill(Number(pid));
    }
  }
}

/** The process may be gone by itself. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

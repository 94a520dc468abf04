/** Prints at the end of a run which tests were skipped, and why. */
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

export class Skipped implements Reporter {
  /** True when the run is told by `-t` which tests it shall run: then most are skipped, which needs no words. */
  #chosen = false;

  onInit({ config }: Vitest): void {
    this.#chosen = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#chosen) return;
    const lines = modules.flatMap((module) => {
      const reasons = new Set([...module.children.allTests('skipped')].map(reasonOf));
      return [...reasons].map((reason) => `  ${relative(process.cwd(), module.moduleId)}: ${reason}`);
    });
    if (lines.length > 0) console.log(['', 'Skipped:', ...lines, ''].join('\n'));
  }
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  return (result.state === 'skipped' && result.note) || test.fullName;
}

/** Takes one operation after the other away and sees that the test of a row notices. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { coverageLines } from '../../../scripts/coverage.js';
import type { Soak } from '../soak.js';
import { HANDLERS, type NamedHandler } from './handlers.js';

const CONFIG = fileURLToPath(new URL('vitest.config.ts', import.meta.url));
const VITEST = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url));

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Runs the tests of a row; `without` is the operation that is not there. */
async function runRow({ row }: NamedHandler, file: string, without: string): Promise<Counts> {
  const child = spawn(
    process.execPath,
    [VITEST, 'run', '--config', CONFIG, '--reporter', 'json', file, '-t', `${row.replaceAll('.', '\\.')}[ :]`],
    { env: { ...process.env, YANGENT_WITHOUT: without }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let text = '';
  for await (const chunk of child.stdout) text += String(chunk);
  const report: { numPassedTests: number; numFailedTests: number } = JSON.parse(text.slice(text.indexOf('{')));
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

export const handlersSoak: Soak = {
  about: 'take an operation away and see that the test of its row fails',
  unit: 'operations',
  amount: HANDLERS.length,
  run: async ({ amount, tell }) => {
    const lines = coverageLines(readFileSync('docs/coverage.md', 'utf8'));
    let unnoticed = 0;
    for (const handler of HANDLERS.slice(0, amount)) {
      const file = handler.file ?? lines.find(({ id }) => id === handler.row)?.test?.file;
      if (file === undefined) throw new Error(`docs/coverage.md names no test for ${handler.row}`);
      const whole = await runRow(handler, file, '');
      const without = await runRow(handler, file, handler.operation);
      const noticed = whole.failed === 0 && whole.passed > 0 && without.failed > 0;
      if (!noticed) unnoticed += 1;
      tell(
        `${handler.operation}, ${handler.row}: ${whole.passed} passed and ${whole.failed} failed with it; ${without.failed} failed without it${noticed ? '' : ': NOT NOTICED'}`,
      );
    }
    return unnoticed === 0;
  },
};

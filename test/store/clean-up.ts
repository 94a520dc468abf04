/** What a test leaves behind is put away after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

/** A directory that is removed after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'yangent-test-'));
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Something to be done after the test, the last registered first. */
export function cleanUp(action: () => void | Promise<void>): void {
  cleanups.push(action);
}

const cleanups: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const action of cleanups.splice(0).reverse()) await action();
});

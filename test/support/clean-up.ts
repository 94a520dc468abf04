/** Removes what tests leave behind. `setup.ts` calls it after each test and after each test file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Action = () => void | Promise<void>;

const afterTest: Action[] = [];
const afterFile: Action[] = [];

/** Makes a directory that is removed after the test. */
export function temporaryDirectory(): string {
  return removedBy(afterTest);
}

/** Makes a directory that is removed after the test file. */
export function temporaryFolder(): string {
  return removedBy(afterFile);
}

/** Registers an action for the end of the test. The last registered is done first. */
export function cleanUp(action: Action): void {
  afterTest.push(action);
}

/** Registers an action for the end of the test file. The last registered is done first. */
export function cleanUpFile(action: Action): void {
  afterFile.push(action);
}

export async function cleanUpAfterTest(): Promise<void> {
  for (const action of afterTest.splice(0).reverse()) await action();
}

export async function cleanUpAfterFile(): Promise<void> {
  for (const action of afterFile.splice(0).reverse()) await action();
}

function removedBy(actions: Action[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'yangent-test-'));
  actions.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

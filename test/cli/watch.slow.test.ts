/** `yangent serve --watch`: what an author changes is what the node then does. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { spawnServe } from './process.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NO_PORTS = ['--netconf', '127.0.0.1:0', '--log-level', 'error'];

it('starts anew when a file changes that the agent is made of, and waits where it cannot start', async () => {
  const folder = temporaryFolder();
  const [agent, word] = [join(folder, 'agent.ts'), join(folder, 'words', 'word.ts')];
  mkdirSync(join(folder, 'words'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/tsx'), join(folder, 'node_modules/tsx'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(word, "export const word: string = 'first';\n");
  writeFileSync(
    agent,
    `import { word } from './words/word.js';
     export default { id: word, profile: { name: word, description: 'd', version: '1.0.0', provider: 'p' } };`,
  );
  const served = spawnServe('--data', join(folder, 'data'), '--agent', agent, ...NO_PORTS, '--watch');
  const says = (text: RegExp) =>
    expect.poll(() => served.output().out + served.output().err, { timeout: 60_000 }).toMatch(text);

  await says(/agents {4}coordinator, first$/m);
  writeFileSync(word, "export const word: string = 'second';\n");
  await says(/word\.ts has changed; starting anew$/m);
  await says(/agents {4}coordinator, first, second$/m);

  writeFileSync(word, 'export const word = ;\n');
  await says(
    /cannot load .*agent\.ts: [\s\S]*word\.ts:1:20: ERROR: Unexpected ";"[\s\S]*waiting for a file to change$/m,
  );
  writeFileSync(word, "export const word: string = 'third';\n");
  await says(/agents {4}coordinator, first, second, third$/m);

  served.child.kill('SIGTERM');
  expect(await served.ended).toBe(0);
}, 240_000);

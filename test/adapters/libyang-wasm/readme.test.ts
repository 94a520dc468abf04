/** The example of the package's README runs and prints what stands there. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describePeer } from '../../peers.js';
import { temporaryFolder } from '../../support/clean-up.js';

const PACKAGE = fileURLToPath(new URL('../../../adapters/libyang-wasm', import.meta.url));

describePeer('libyang-wasm', 'the package libyang-wasm', () => {
  it('does what its README shows', () => {
    const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
    const [, code = ''] = /```js example\.mjs\n(.*?)```/s.exec(readme) ?? [];
    const [, printed] = /```text\n(.*?)```/s.exec(readme) ?? [];
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(PACKAGE, join(folder, 'node_modules/libyang-wasm'));
    writeFileSync(join(folder, 'example.mjs'), code);
    const { stdout, stderr } = spawnSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toBe(printed);
  });

  it('publishes what it needs: the binary, the licences of what is in it, and the compiled wrapper', () => {
    const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: PACKAGE,
      encoding: 'utf8',
    });
    const packed: unknown = JSON.parse(stdout);
    expect(packed).toMatchObject([{ name: 'libyang-wasm' }]);
    for (const file of [
      'libyang.wasm',
      'licences/libyang.txt',
      'licences/pcre2.txt',
      'dist/index.js',
      'dist/worker.js',
    ])
      expect(stdout).toContain(`"${file}"`);
    expect(stdout).not.toContain('native/');
  });
});

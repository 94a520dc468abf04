/** The package as npm packs it: its README, its declarations, and the node that it starts on each Node.js that it supports. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { installNode, NODE_VERSIONS } from '../../scripts/node-runtimes.js';
import { temporaryFolder } from '../support/clean-up.js';
import { startServe } from '../support/serve.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const desk = temporaryFolder();
const home = join(desk, 'node_modules/yangent');

async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, env: { ...process.env, npm_config_prefer_offline: 'true', NODE_OPTIONS: '' } };
  const { stdout } = await promisify(execFile)(program, args, options);
  return stdout.trim();
}

const install = (...names: readonly string[]) => run('npm', ['install', '--silent', ...names], desk);

/** Uses every entry of the package, by value where it has values, and has a task done by an agent of its own. */
const PROGRAM = `
import { defineAgent, defineSkill, startTestNode } from 'yangent';
import { treeDiagram } from 'yangent/bindings';
import { MEDIA_TYPE } from 'yangent/clients';
import { decodeJson, encodeJson } from 'yangent/data';
import type { Data, Rpcs } from 'yangent/generated';
import type { YangentDevicesProvider } from 'yangent/generated/providers';
import { compile, sourceTexts } from 'yangent/yang';

const text = 'module box { yang-version 1.1; namespace "urn:box"; prefix b; leaf size { type uint8; } }';
const schema = compile({ sources: sourceTexts([{ file: 'box.yang', text }]), implement: ['box'] });
const size: string = encodeJson(decodeJson(schema.root, { 'box:size': 7 }, { schema }));
const order: Rpcs['yangent-tasks:assign']['input'] = { from: 'tester', to: 'echo', objective: 'x' };
const agents: Data['yangent-agents:agents'] = { agent: [] };
type Check = YangentDevicesProvider['actions']['/yangent-devices:devices/device/check'];
const check: Check['output'] = { reachable: true };

const say = defineSkill({
  description: 'Says a word again',
  input: { type: 'object', required: ['word'], properties: { word: { type: 'string' } } },
  run: async ({ input }) => \`again: \${input.word}\`,
});
const profile = { name: 'echo', description: 'Says words again', version: '1.0.0', provider: 'ACME' };
const agent = defineAgent({ id: 'echo', profile, skills: { say } });

const node = await startTestNode({ agents: [agent] });
const task = await node.peer.assign({ to: agent.id, type: 'say', input: { word: 'hello' } });
const { state, artifact } = await task.result({ timeout: 30_000 });
await node.close();
console.log(state, '-', artifact[0]?.value, check.reachable, size, order.to, agents.agent?.length, MEDIA_TYPE.json);
console.log(treeDiagram(schema, 'box'));
`;
const PRINTED = 'completed - again: hello true {"box:size":7} echo 0 application/yang-data+json\nmodule: box';

const RESOLUTIONS = [
  ['nodenext', ['--module', 'nodenext']],
  ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
] as const;

/** Installs a Node.js; says why not where the registry does not answer, which with CI=true fails. */
async function runtimeOf(version: string): Promise<{ readonly runtime: string } | { readonly missing: string }> {
  try {
    return { runtime: await installNode(version, desk) };
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    return { missing: `Node.js ${version} could not be installed from the registry: ${String(error).split('\n')[0]}` };
  }
}

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

  it.each(RESOLUTIONS)(
    'compiles under strict, with all declarations checked, without further types: %s',
    async (_, resolution) => {
      const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
      for (const entry of Object.keys(exports).filter((each) => each !== './package.json'))
        expect(PROGRAM).toContain(` from 'yangent${entry.slice(1)}';`);
      writeFileSync(join(desk, 'program.ts'), PROGRAM);
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      const options = ['--strict', ...resolution, '--target', 'es2023', '--types', 'node'];
      await expect(run(process.execPath, [tsc, ...options, 'program.ts'], desk)).resolves.toBe('');
    },
    120_000,
  );

  it.for(NODE_VERSIONS)(
    'starts, serves and has a task done on Node.js %s',
    { timeout: 180_000 },
    async (version, { skip }) => {
      const found = await runtimeOf(version);
      if ('missing' in found) return skip(found.missing);
      const { runtime } = found;
      expect(await run(runtime, ['--version'], desk)).toMatch(new RegExp(`^v${version.replace('.', '\\.')}\\.`));
      expect(await run(runtime, ['program.js'], desk)).toContain(PRINTED);

      const program = join(home, 'dist/src/cli/main.js');
      const served = await startServe({ data: join(desk, `data-${version}`), runtime, program });
      const authorization = `Basic ${Buffer.from(`admin:${served.password}`).toString('base64')}`;
      const reply = await fetch(`${served.url}/restconf/yang-library-version`, {
        headers: { authorization, accept: 'application/yang-data+json' },
      });
      expect(await reply.text()).toContain('2019-01-04');
      await served.end('SIGTERM');
      expect(await served.ended).toBe(0);
      expect(served.errors()).not.toMatch(/Warning/);
    },
  );
});

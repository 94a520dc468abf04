/** From `yangent agent init x` to its first finished task, with the packed package, as a person does it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { yangent } from './support.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Milliseconds; a person has two minutes. */
const MOST = 120_000;
/** Milliseconds of the processor that the commands copied may take, which others on the machine do not change. */
const MOST_WORK = 45_000;

const desk = temporaryFolder();
const environment = {
  ...process.env,
  YANGENT_STATE: join(desk, 'state'),
  npm_config_prefer_offline: 'true',
  npm_config_update_notifier: 'false',
  NODE_OPTIONS: '',
};

interface Ran {
  readonly code: number;
  readonly out: string;
}

/** Runs a command line as a person's shell does. */
async function shell(command: string, cwd: string): Promise<Ran> {
  const run = promisify(execFile)('bash', ['-c', command], { cwd, env: environment, maxBuffer: 1 << 24 });
  return run.then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, out: stdout + stderr }),
  );
}

async function need(command: string, cwd: string): Promise<string> {
  const { code, out } = await shell(command, cwd);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${out}`);
  return out;
}

/** As `need`, and how many milliseconds of the processor it took. */
async function timed(command: string, cwd: string): Promise<{ readonly out: string; readonly work: number }> {
  const out = await need(`TIMEFORMAT='work %U %S'; { time { ${command}; } 2>&3; } 3>&1 2>&1`, cwd);
  const [, user, system] = /^work (\S+) (\S+)$/m.exec(out) ?? [];
  return { out, work: 1000 * (Number(user) + Number(system)) };
}

describe('a new agent of the packed package', () => {
  const folder = join(desk, 'x');
  let served: ChildProcess | undefined;

  beforeAll(async () => {
    await need('node scripts/build.mjs', ROOT);
    const packed = (await need(`npm pack --silent --pack-destination ${desk}`, ROOT)).trim();
    writeFileSync(join(desk, 'package.json'), '{ "private": true }');
    await need(`npm install ./${packed}`, desk);
  }, 300_000);
  afterAll(async () => {
    if (served?.exitCode !== null) return;
    // The streams end when npm, its shell and the node have all gone.
    const gone = once(served, 'close');
    process.kill(-Number(served.pid), 'SIGTERM');
    await gone;
  });

  it('finishes its first task when the three commands were copied, soon enough', async () => {
    const begun = performance.now();
    const init = await timed('npx yangent agent init x', desk);
    const [install = '', start = '', assign = ''] = init.out.match(/^(?:cd x .*|npm start|npx .*)$/gm) ?? [];
    expect([install, start, assign]).toEqual([
      'cd x && npm install && npm test',
      'npm start',
      'npx yangent task assign "check port 8830 of 127.0.0.1" --from noc --to x --wait',
    ]);
    const installed = await timed(install, desk);
    expect(installed.out).toMatch(/^# pass 2$/m);

    const ports = ['--', '--netconf', '127.0.0.1:0', '--restconf', '127.0.0.1:0'];
    served = spawn('npm', ['start', ...ports], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let printed = '';
    served.stdout?.setEncoding('utf8');
    served.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await new Promise<void>((resolve, reject) => {
      served?.stdout?.on('data', (text: string) => {
        printed += text;
        if (printed.includes('yangent is ready')) resolve();
      });
      served?.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${printed}`)));
    });

    const done = await timed(assign, folder);
    const elapsed = performance.now() - begun;
    const work = init.work + installed.work + done.work;
    console.log(
      `from init to the first finished task: ${Math.round(elapsed)} ms, ${Math.round(work)} ms of the processor`,
    );
    expect(done.out).toMatch(/completed +100 %/);
    expect(done.out).toMatch(/port 8830 of 127\.0\.0\.1 (answers|does not answer: )/);
    expect(elapsed).toBeLessThan(MOST);
    expect(work).toBeGreaterThan(0);
    expect(work).toBeLessThan(MOST_WORK);
  }, 180_000);

  it('does what its README says', async () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    const commands = readme.match(/^npx yangent .*$/gm) ?? [];
    expect(commands).toHaveLength(3);
    for (const command of commands) expect(await need(command, folder)).toMatch(/check-port|completed/);
  }, 60_000);

  it('passes tsc, strict', async () => {
    expect(JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8')).compilerOptions.strict).toBe(true);
    expect(await shell('npm run --silent types', folder)).toEqual({ code: 0, out: '' });
  }, 60_000);

  it('has a test and types that fail when the skill is wrong', async () => {
    const skill = join(folder, 'skills/check-port.ts');
    const text = readFileSync(skill, 'utf8');
    writeFileSync(skill, text.replace("'answers'", "'is broken'"));
    const broken = await shell('npm test', folder);
    expect(broken.code).not.toBe(0);
    expect(broken.out).toMatch(/^not ok 1 - check-port says that a port answers$/m);

    writeFileSync(skill, text.replace('{ host, port, timeout }', '{ host, prot, timeout }'));
    const misspelt = await shell('npm run --silent types', folder);
    expect(misspelt.code).not.toBe(0);
    expect(misspelt.out).toContain("Property 'prot' does not exist on type");
    writeFileSync(skill, text);
  }, 60_000);

  it('in JavaScript, with another skill and a loop, passes its test too', async () => {
    await need('npx yangent agent init Acme.watch --language js --skill diagnose --loop', desk);
    const own = join(desk, 'Acme.watch');
    expect(filesIn(own)).toEqual([
      '.gitignore',
      'README.md',
      'agent.js',
      'agent.test.js',
      'loops/watch-port.js',
      'loops/watch-port.test.js',
      'noc.json',
      'package.json',
      'skills/diagnose.js',
    ]);
    const described = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    expect(described).toMatchObject({ name: 'acme.watch', type: 'module', dependencies: { rxjs: expect.any(String) } });
    expect(described).not.toHaveProperty('devDependencies');
    // What it depends on stands in the folder above.
    expect(await need('npm test', own)).toMatch(/^# pass 3$/m);
  }, 60_000);
});

describe('yangent agent init', () => {
  const init = (...args: string[]) => yangent('agent', 'init', ...args);
  const place = temporaryFolder();

  it('in a clone makes an agent that depends on the clone', async () => {
    const directory = join(place, 'clone');
    const { code, out } = await init('a', '--dir', directory, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ directory, files: expect.arrayContaining(['agent.ts', 'tsconfig.json']) });
    const { dependencies } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    expect(dependencies).toEqual({ yangent: `file:${ROOT.replace(/\/$/, '')}` });
  });

  it('writes nothing of a loop that is not wanted', async () => {
    const directory = join(place, 'plain');
    await init('a', '--dir', directory);
    for (const file of filesIn(directory)) expect(readFileSync(join(directory, file), 'utf8')).not.toMatch(/loops?\b/i);
  });

  it.each([
    [
      'my agent',
      '"my agent" cannot be the identifier of an agent, which stands in URLs and user names: use letters, digits',
    ],
    ['-x', "error: unknown option '-x'"],
    ['ä', '"ä" cannot be the identifier of an agent'],
    ['a/b', '"a/b" cannot be the identifier of an agent'],
    ['..', '".." cannot be the identifier of an agent'],
    ['a'.repeat(65), 'at most 64 characters'],
  ])('refuses the name %s', async (name, message) => {
    const { code, err } = await init(name, '--dir', join(place, 'never'));
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
    expect(existsSync(join(place, 'never'))).toBe(false);
  });

  it('refuses a skill that could not be a file and a variable', async () => {
    expect(await init('a', '--dir', join(place, 'never'), '--skill', 'Check Port')).toEqual({
      code: 2,
      out: '',
      err: 'yangent: "Check Port" cannot be the name of a skill: use words of small letters and digits with "-" between, such as check-port\n',
    });
  });

  it('leaves a folder that is not empty as it is', async () => {
    const full = join(place, 'full');
    mkdirSync(full);
    writeFileSync(join(full, 'mine.txt'), 'mine');
    expect(await init('a', '--dir', full)).toEqual({
      code: 2,
      out: '',
      err: `yangent: ${full} is not empty: it holds mine.txt; name another folder with --dir, or empty this one\n`,
    });
    expect(readdirSync(full)).toEqual(['mine.txt']);
    const file = join(full, 'mine.txt');
    expect((await init('a', '--dir', file)).err).toBe(`yangent: ${file} is a file; name another folder with --dir\n`);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .sort();
}

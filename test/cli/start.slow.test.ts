/** npm start: what it prints is run as a reader would paste it. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../peers.js';
import { temporaryFolder } from '../support/clean-up.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The build may be part of it. */
const START_LIMIT = 180_000;

function has(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).error === undefined;
}

const absent = ['ssh', 'curl', 'bash'].filter((program) => !has(program, '-V'));

describeNeeding(process.env.CI === 'true' ? undefined : absent.join(', '), 'npm start', () => {
  const directory = temporaryFolder();
  const environment = {
    ...process.env,
    YANGENT_START_DIR: join(directory, 'start'),
    YANGENT_STATE: join(directory, 'state'),
    YANGENT_NETCONF_PORT: '0',
    YANGENT_RESTCONF_PORT: '0',
    YANGENT_DEVICE_PORT: '0',
  };
  let started: ChildProcess;
  let printed = '';

  beforeAll(async () => {
    started = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.stdout?.setEncoding('utf8');
    await new Promise<void>((resolve, reject) => {
      started.stdout?.on('data', (text: string) => {
        printed += text;
        if (printed.includes('Ctrl-C stops both.')) resolve();
      });
      started.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${printed}`)));
    });
  }, START_LIMIT);

  afterAll(async () => {
    if (started.exitCode === null) {
      started.kill('SIGTERM');
      await once(started, 'exit');
    }
  });

  /** What a command of the ready block prints, run by bash in the directory of the checkout. */
  async function paste(command: string | undefined): Promise<string> {
    const { stdout } = await promisify(execFile)('bash', ['-c', command ?? 'false'], { cwd: ROOT, env: environment });
    return stdout;
  }

  const sshCommands = () => printed.match(/^ssh .*?^XML$/gms) ?? [];
  const curlCommand = () => /^curl .*$/m.exec(printed)?.[0];
  const taskCommand = () => /^npx yangent task .*$/m.exec(printed)?.[0];

  test('it says what it does, where it listens, and where the password is', () => {
    expect(printed).toMatch(/^Building \.\.\. \d+ s$/m);
    expect(printed).toMatch(/^ {2}NETCONF +127\.0\.0\.1:\d+ over SSH$/m);
    expect(printed).toMatch(/^ {2}RESTCONF +https:\/\/127\.0\.0\.1:\d+$/m);
    const file = / the password is in (\S+)$/m.exec(printed)?.[1] ?? '';
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('the ssh command reads the devices over NETCONF', async () => {
    const output = await paste(sshCommands()[0]);
    expect(output).toContain('<rpc-reply xmlns="urn:ietf:params:xml:ns:netconf:base:1.0" message-id="1"><data');
    expect(output).toContain('<name>edge-1</name>');
    // The loop has opened its session to the device by now, or is just doing so.
    await expect.poll(() => paste(sshCommands()[0]), { timeout: 20_000 }).toContain('<state>connected</state>');
  });

  test('the curl command reads the loops over RESTCONF', async () => {
    const loops = JSON.parse(await paste(curlCommand()))['yangent-loops:loops'];
    expect(loops.loop).toMatchObject([{ name: 'uplink-up', agent: 'link-repair', state: 'running' }]);
  });

  test('the task command has an agent diagnose the uplink', async () => {
    const output = await paste(taskCommand());
    expect(output).toContain('completed       100 %');
    expect(output).toContain('uplink of edge-1 is up: nothing needs to be done');
  });

  test(
    'the uplink that is switched off comes back, and the loop shows what it did',
    async () => {
      expect(await paste(sshCommands()[1])).toContain('message-id="1"><ok/>');
      await expect
        .poll(async () => JSON.parse(await paste(curlCommand()))['yangent-loops:loops'].loop[0].history, {
          timeout: 20_000,
          interval: 200,
        })
        .toMatchObject([
          { decided: 'switch on uplink of edge-1', verified: 'uplink of edge-1 is up', outcome: 'succeeded' },
        ]);
      expect(await paste(taskCommand())).toContain('uplink of edge-1 is up: nothing needs to be done');
    },
    START_LIMIT,
  );

  test.each(['README.md', 'docs/guide-command-line.md'])(
    'the commands of %s work as they stand there',
    async (document) => {
      const text = readFileSync(join(ROOT, document), 'utf8');
      const commands = text.match(/^npx yangent (?!serve).*$/gm) ?? [];
      expect(commands.length).toBeGreaterThan(3);
      for (const command of commands)
        expect([command, await paste(command)]).toEqual([command, expect.stringMatching(/./)]);
    },
    START_LIMIT,
  );

  test('started a second time it says that it runs already', async () => {
    const again = await promisify(execFile)(process.execPath, ['scripts/start.mjs'], {
      cwd: ROOT,
      env: environment,
    }).catch((error: { code: number; stderr: string }) => error);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^yangent is running already: process \d+, /),
    });
  });

  test('Ctrl-C stops both nodes', async () => {
    const pids = ['node', 'device'].map((name) => pidOf(join(environment.YANGENT_START_DIR, name, 'ready.json')));
    started.removeAllListeners('exit').kill('SIGINT');
    expect(await once(started, 'exit')).toEqual([0, null]);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

function pidOf(readyFile: string): number {
  return JSON.parse(readFileSync(readyFile, 'utf8')).pid;
}

/** `yangent demo` as a person starts it: what it prints, how it ends, and that nothing stays behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { YANGENT } from '../support/build.js';
import { temporaryFolder } from '../support/clean-up.js';

const LONGEST = 120_000;

interface Demo {
  readonly child: ChildProcess;
  readonly lines: string[];
  /** Resolves when a line with these words was printed. */
  readonly until: (words: string) => Promise<void>;
  /** On standard error. */
  readonly said: () => string;
  /** The directory for temporary files. */
  readonly temporary: string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

function demo(...args: readonly string[]): Demo {
  const temporary = temporaryFolder();
  const child = spawn(process.execPath, [YANGENT, 'demo', ...args], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line));
  const until = async (words: string) => {
    while (!lines.some((line) => line.includes(words))) await once(output, 'line');
  };
  let errors = '';
  child.stderr!.on('data', (text) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, lines, until, said: () => errors, temporary, ended };
}

describe('yangent demo', { timeout: LONGEST }, () => {
  it('plays a scenario and tells of it as JSON, one document a line, the outcome last', async () => {
    const { lines, said, temporary, ended } = demo('fault', '--json');
    expect(await ended).toBe(0);
    expect(said()).toBe('');
    const documents = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(documents.at(-1)).toMatchObject({ outcome: { ok: true, text: expect.stringContaining('is closed') } });
    const steps = new Set(documents.map(({ step }) => step));
    for (const step of ['1', '2', '3a', '3b', '3c', '4', '5', '6', '7', '8', '✓']) expect(steps).toContain(step);
    expect(new Set(documents.map(({ protocol }) => protocol))).toEqual(
      new Set([undefined, 'NETCONF', 'RESTCONF', 'HTTP']),
    );
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('plays a team over three nodes, and says of each line at which one it happens', async () => {
    const { lines, said, temporary, ended } = demo('team');
    expect(await ended).toBe(0);
    expect(said()).toBe('');
    const text = lines.join('\n');
    expect(text).toMatch(/^ *[\d.]+ s {2}1 {3}university research-specialist → paper team {2}forms a team$/m);
    expect(text).toMatch(
      /^ *[\d.]+ s {2}3 {3}university research-specialist → google-scholar@library {2}task search$/m,
    );
    expect(text).toMatch(/^ *[\d.]+ s {2}4 {3}library {4}google-scholar → pdf-reader@tools {2}task parse-pdf$/m);
    expect(text).toMatch(/^ *[\d.]+ s {2}3 {3}link university–library {2}is cut {2}\S.*$/m);
    expect(text).toMatch(/^ *[\d.]+ s {2}3 {3}link university–library {2}is back {2}after [\d.]+ s: .*$/m);
    expect(text).toMatch(/^ {2}Done\n {2}outcome .*, with 3 sources/m);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('ends cleanly on Ctrl-C in the middle of a scenario', async () => {
    const { child, lines, until, said, temporary, ended } = demo('fault');
    await until('line-status-changed');
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(said()).toBe('yangent: the scenario was stopped\n');
    expect(lines.join('\n')).not.toContain('Done');
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('ends cleanly on Ctrl-C while nodes are starting', async () => {
    const { child, until, said, temporary, ended } = demo('fault');
    await until('Starting');
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(said()).toBe('yangent: the scenario was stopped\n');
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('MAG-1-b: lists the scenarios of network management that it plays', async () => {
    const { lines, ended } = demo();
    expect(await ended).toBe(0);
    expect(lines.join('\n')).toMatch(
      /^ {2}compensation {2,}\S.*\n {2}complaint {2,}\S.*\n {2}fault {2,}Cross-domain fault management\n {2}team {2,}A team of agents writes a research paper$/m,
    );
  });

  it.each([
    [['nonsense'], /there is no scenario "nonsense"; there are .*fault/],
    [['../fault'], /there is no scenario "\.\.\/fault"/],
    [['stage'], /there is no scenario "stage"/],
    [['fault', '--pace', 'furious'], /Allowed choices are fast, slow/],
  ])('refuses %j as wrong usage', async (args, message) => {
    const { said, ended } = demo(...args);
    expect(await ended).toBe(2);
    expect(said()).toMatch(message);
  });
});

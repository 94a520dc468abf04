/** `yangent demo`: plays the scenarios of the examples, loaded by name on demand. */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { UsageError } from '../node/index.js';
import { ExitCode } from './exit.js';
import { isColoured, labelled, printable } from './terminal/index.js';

interface Flags {
  readonly pace: string;
  readonly json?: boolean;
}

const PACES = ['fast', 'slow'];
const SCENARIOS = new URL('../../examples/scenarios/', import.meta.url);
/** Folder of code that the scenarios share; it is not a scenario. */
const STAGE = 'stage';
const WIDTH = 100;

export function demoCommand(): Command {
  return new Command('demo')
    .description('play a scenario: agents on nodes of their own, real protocols, a simulated network')
    .argument('[scenario]', 'which; without it they are listed')
    .addOption(new Option('--pace <pace>', 'slow leaves time to read').choices(PACES).default('fast'))
    .option('--json', 'print each entry of the account as one JSON document a line, then the outcome')
    .addHelpText('after', () => `\nScenarios:\n${namesText()}`)
    .addHelpText(
      'after',
      '\nExamples:\n  yangent demo fault\n  yangent demo fault --pace slow\n  yangent demo fault --json | tail -1',
    )
    .action(async (name: string | undefined, flags: Flags) => {
      if (name === undefined) await list(flags);
      else await demo(name, flags);
    });
}

async function demo(name: string, { pace, json = false }: Flags): Promise<void> {
  if (!names().includes(name)) {
    throw new UsageError(`there is no scenario "${printable(name)}"; there are ${names().join(', ') || 'none'}`);
  }
  const { scenario } = await load(name);
  const { perform } = await load(STAGE);
  if (typeof perform !== 'function')
    throw new Error('the examples of this package cannot play scenarios; build it anew');
  const stop = new AbortController();
  const stopped = () => {
    // The second signal ends the process at once.
    if (stop.signal.aborted) process.exit(ExitCode.negative);
    stop.abort(new Error('the scenario was stopped'));
  };
  process.on('SIGINT', stopped).on('SIGTERM', stopped);
  try {
    const outcome: unknown = await perform(scenario, {
      pace,
      json,
      write: (line: string) => console.log(line),
      coloured: !json && isColoured(),
      width: process.stdout.columns ?? WIDTH,
      signal: stop.signal,
    });
    process.exitCode = isReached(outcome) ? ExitCode.ok : ExitCode.negative;
  } finally {
    process.off('SIGINT', stopped).off('SIGTERM', stopped);
  }
}

function names(): readonly string[] {
  const directory = fileURLToPath(SCENARIOS);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name !== STAGE && existsSync(fileOf(name)))
    .sort();
}

function namesText(): string {
  return names()
    .map((name) => `  ${name}`)
    .join('\n');
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`${name}/index.js`, SCENARIOS));
}

/** Prints names and titles of all scenarios. */
async function list({ json }: Flags): Promise<void> {
  const all = await Promise.all(names().map(async (name) => ({ name, title: titleOf((await load(name)).scenario) })));
  const rows = all.map(({ name, title }): [string, string] => [`  ${name}`, title]);
  console.log(json ? JSON.stringify(all) : labelled(rows));
}

function titleOf(scenario: unknown): string {
  const isTitled = typeof scenario === 'object' && scenario !== null && 'title' in scenario;
  return isTitled ? printable(String(scenario.title)) : '';
}

/** Returns the exports of the scenario's module. */
async function load(name: string): Promise<Readonly<Record<string, unknown>>> {
  const module: unknown = await import(new URL(`${name}/index.js`, SCENARIOS).href);
  return typeof module === 'object' && module !== null ? { ...module } : {};
}

function isReached(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === true;
}

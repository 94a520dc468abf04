/** `yangent agent init`: makes a new runnable agent with its test. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { UsageError } from '../../node/index.js';
import { agentFiles } from './files.js';
import { agentName, skillName } from './names.js';

interface Flags {
  readonly dir?: string;
  readonly skill: string;
  readonly loop?: boolean;
  readonly language: 'ts' | 'js';
  readonly json?: boolean;
}

export function initCommand(): Command {
  return new Command('init')
    .description('write a small agent that runs, with its test, into a new folder')
    .argument('<name>', 'identifier of the agent, e.g. link-watch')
    .option('--dir <dir>', 'the folder; made when missing (default: one with the name of the agent)')
    .option('--skill <name>', 'what it can do', 'check-port')
    .option('--loop', 'with a closed loop too')
    .addOption(new Option('--language <language>', 'TypeScript or JavaScript').choices(['ts', 'js']).default('ts'))
    .option('--json', 'print the folder and its files as one JSON document')
    .addHelpText(
      'after',
      `
The skill that is written looks whether a TCP port answers; put your own work in its place.

Examples:
  yangent agent init link-watch
  yangent agent init link-watch --skill diagnose-link --loop --dir agents/link-watch
`,
    )
    .action((name: string, flags: Flags) => init(agentName(name), flags));
}

function init(name: string, flags: Flags): void {
  const { loop = false, language } = flags;
  const skill = skillName(flags.skill);
  const directory = resolve(flags.dir ?? name);
  requireEmpty(directory);
  const files = agentFiles({ name, skill, loop, language, directory });
  for (const [file, text] of files) {
    const path = join(directory, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  if (flags.json) console.log(JSON.stringify({ directory, files: [...files.keys()] }));
  else console.log(nextSteps(name, relative('', directory), [...files.keys()]));
}

/** @throws UsageError when the folder holds something that could be overwritten */
function requireEmpty(directory: string): void {
  if (!existsSync(directory)) return;
  if (!statSync(directory).isDirectory())
    throw new UsageError(`${directory} is a file; name another folder with --dir`);
  const [first] = readdirSync(directory);
  if (first === undefined) return;
  throw new UsageError(
    `${directory} is not empty: it holds ${first}; name another folder with --dir, or empty this one`,
  );
}

function nextSteps(name: string, folder: string, files: readonly string[]): string {
  const enter = folder === '' ? '' : `cd ${/[^\w./-]/.test(folder) ? `"${folder}"` : folder} && `;
  return `wrote ${files.length} files of the agent ${name} into ${folder === '' ? 'this folder' : folder}

Three commands to copy, the third in another terminal in that folder:

${enter}npm install && npm test
npm start
npx yangent task assign "check port 8830 of 127.0.0.1" --from noc --to ${name} --wait

README.md says more.`;
}

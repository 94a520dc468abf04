/** docs/yang.md, run as it stands: files are written, commands and programs run, and what they print is compared. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { yangent } from '../cli/support.js';
import { temporaryFolder } from '../support/clean-up.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = join(ROOT, 'docs/yang.md');

interface Block {
  readonly language: string;
  /** What the reader is told to save it as. */
  readonly file: string | undefined;
  readonly text: string;
  readonly line: number;
}

function blocksOf(page: string): Block[] {
  const pattern = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm;
  return [...page.matchAll(pattern)].map(([whole, language = '', file, text = '']) => ({
    language,
    file,
    text,
    line: page.slice(0, page.indexOf(whole)).split('\n').length,
  }));
}

const before = process.cwd();
beforeAll(() => process.chdir(temporaryFolder()));
afterAll(() => process.chdir(before));

/** What TypeScript, strict, says to the program and the generated types it uses. */
function complaints(file: string): string[] {
  // By its full path: the compiler remembers the working directory of the file that used it first in this process.
  const program = ts.createProgram([resolve(file)], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    typeRoots: [join(ROOT, 'node_modules/@types')],
    types: ['node'],
  });
  // Only the reader's own files: what they import of the package is checked with the package.
  const own = program.getSourceFiles().filter(({ fileName }) => resolve(fileName).startsWith(process.cwd()));
  return own
    .flatMap((each) => [...program.getSyntacticDiagnostics(each), ...program.getSemanticDiagnostics(each)])
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** Runs a program with the package's folders in place of its exports. */
function runProgram(file: string, text: string): string {
  const own = text.replace(
    /from 'yangent\/(\w+)'/g,
    (_, folder: string) => `from '${join(ROOT, 'src', folder, 'index.js')}'`,
  );
  writeFileSync(file, own);
  writeFileSync('package.json', '{ "type": "module" }');
  expect(complaints(file)).toEqual([]);
  const tsx = fileURLToPath(import.meta.resolve('tsx'));
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', tsx, file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} ended with ${status}: ${stderr}`);
  return stdout;
}

async function outputOf({ language, file, text }: Block): Promise<string> {
  if (language === 'sh') {
    const outputs: string[] = [];
    for (const line of text.trim().split('\n')) {
      const [command, ...words] = line.split(' ');
      expect(command).toBe('yangent');
      const { out, err } = await yangent(...words);
      outputs.push(out + err);
    }
    return outputs.join('');
  }
  if (language === 'ts' && file) return runProgram(file, text);
  if (file === undefined) throw new Error(`a block of ${language} needs the name of its file`);
  writeFileSync(file, text);
  return '';
}

const page = readFileSync(PAGE, 'utf8');
const blocks = blocksOf(page);
const steps = blocks.flatMap((block, index) => {
  const next = blocks[index + 1];
  return block.language === 'text' ? [] : [{ ...block, expected: next?.language === 'text' ? next.text : '' }];
});

it.each(steps)(
  'docs/yang.md, line $line: the block of $language does what the page says',
  async (step) => {
    const output = await outputOf(step);
    expect(output).toBe(step.expected);
  },
  120_000,
);

import { dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { UsageError } from '../node/index.js';
import { type ConformanceCase, judge, type ModuleTexts } from './conformance-case.js';
import { ExitCode } from './exit.js';
import { readText } from './models.js';

interface Flags {
  readonly cases: string;
  readonly json?: boolean;
}

export function conformanceCommand(): Command {
  return new Command('conformance')
    .description('judge schemas and documents with known verdicts; prints those judged otherwise')
    .requiredOption('--cases <file.jsonl>', 'one case a line, its modules in modules.json beside it')
    .addOption(new Option('--engine <engine>', 'who judges').choices(['own']).default('own'))
    .option('--json', 'end with one line {"cases","wrong","seconds"}')
    .action((flags: Flags) => {
      const started = performance.now();
      const texts: ModuleTexts = new Map(
        Object.entries(JSON.parse(readText(join(dirname(flags.cases), 'modules.json')))),
      );
      const cases = readText(flags.cases).split('\n').filter(Boolean).map(parseCase);
      const wrong = cases.filter((each) => isWrong(each, texts)).map((each) => each.id);
      const seconds = Math.round(performance.now() - started) / 1000;
      if (flags.json) console.log(JSON.stringify({ cases: cases.length, wrong, seconds }));
      else console.log(`${cases.length} cases, ${wrong.length} judged otherwise, ${seconds} s`);
      if (wrong.length > 0) process.exitCode = ExitCode.negative;
    });
}

function parseCase(line: string, index: number): ConformanceCase {
  const value: unknown = JSON.parse(line);
  if (isCase(value)) return value;
  throw new UsageError(`line ${index + 1} is no case: it needs id, modules and verdict`);
}

function isCase(value: unknown): value is ConformanceCase {
  return typeof value === 'object' && value !== null && 'id' in value && 'modules' in value && 'verdict' in value;
}

function isWrong(each: ConformanceCase, texts: ModuleTexts): boolean {
  let verdict: string;
  try {
    verdict = judge(each, texts);
  } catch (error) {
    verdict = `fault: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (verdict === each.verdict) return false;
  console.log(`${each.id}: ${verdict}, expected ${each.verdict}`);
  return true;
}

import { Command, Option } from 'commander';
import { type Difference, ReferenceJudge, readCases, readExceptions, runCases } from './conformance/index.js';
import { ENGINES, type EngineName, withLibyang } from './engine/index.js';
import { ExitCode } from './exit.js';

interface Flags {
  readonly cases: string;
  readonly exceptions?: string;
  readonly engine: EngineName;
  readonly json?: boolean;
}

export function conformanceCommand(): Command {
  return new Command('conformance')
    .description('judge schemas and documents with known verdicts; prints those judged otherwise')
    .requiredOption('--cases <file.jsonl>', 'one case a line, its modules in modules.json beside it')
    .option('--exceptions <file.json>', 'cases on which to differ is right, with the section that says so')
    .addOption(new Option('--engine <engine>', 'who judges').choices(ENGINES).default('own'))
    .option('--json', 'end with one line {"cases","wrong","seconds"}')
    .action(async (flags: Flags) => {
      const started = performance.now();
      const exceptions = flags.exceptions === undefined ? undefined : readExceptions(flags.exceptions);
      const file = readCases(flags.cases);
      const differences =
        flags.engine === 'libyang'
          ? await withLibyang((engine) => runCases(file, exceptions, new ReferenceJudge(file.texts, engine)))
          : await runCases(file, exceptions);
      for (const difference of differences) console.log(lineOf(difference));
      const wrong = differences.filter(({ exception }) => exception === undefined).map(({ id }) => id);
      const cases = file.cases.length;
      const seconds = Math.round(performance.now() - started) / 1000;
      const excepted = differences.length - wrong.length;
      if (flags.json) console.log(JSON.stringify({ cases, wrong, seconds }));
      else console.log(`${cases} cases, ${wrong.length} judged otherwise, ${excepted} rightly so, ${seconds} s`);
      if (wrong.length > 0) process.exitCode = ExitCode.negative;
    });
}

function lineOf({ id, found, expected, reason, exception }: Difference): string {
  const why = exception === undefined ? '' : `; rightly (${exception.section}): ${exception.reason}`;
  return `${id}: ${found}, expected ${expected}${reason === undefined ? '' : ` (${reason.split('\n')[0]})`}${why}`;
}

import { Command } from 'commander';
import { YangErrors } from '../yang/index.js';
import { ExitCode } from './exit.js';
import { compileFiles, featureOption, type ModelFlags, yangOption } from './models.js';

interface Flags extends ModelFlags {
  readonly json?: boolean;
}

export function compileCommand(): Command {
  return new Command('compile')
    .description('compile YANG modules and say what is wrong with them, as file:line:column: error: message')
    .argument('<file...>', 'YANG files; - reads standard input')
    .addOption(yangOption())
    .addOption(featureOption())
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  yangent compile acme-box.yang                        imports are found beside the file
  yangent compile --yang models/shared models/*.yang   and in further directories
  yangent compile --feature acme-box:fans acme-box.yang
  yangent compile --json acme-box.yang                 {"ok":false,"errors":[{"file","line","column","message"}]}

Exit codes: 0 all compiled, 1 errors were found, 2 wrong usage
`,
    )
    .action((files: string[], flags: Flags) => {
      if (flags.json) printJson(files, flags);
      else {
        const schema = compileFiles(files, flags);
        const implemented = [...schema.modules.values()].filter((module) => module.conformance === 'implement');
        console.log(
          `${count(files.length, 'file')} compiled; ${count(implemented.length, 'module')} implemented, content-id ${schema.contentId}`,
        );
      }
    });
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function printJson(files: readonly string[], flags: ModelFlags): void {
  try {
    const schema = compileFiles(files, flags);
    const modules = [...schema.modules.values()].map(({ name, revision, conformance }) => ({
      name,
      revision,
      conformance,
    }));
    console.log(JSON.stringify({ ok: true, contentId: schema.contentId, modules }));
  } catch (error) {
    if (!(error instanceof YangErrors)) throw error;
    const errors = error.errors.map(({ message, location }) => ({ ...location, message }));
    console.log(JSON.stringify({ ok: false, errors }));
    process.exitCode = ExitCode.negative;
  }
}

import { Command, Option } from 'commander';
import { RpcError } from '../data/index.js';
import { describe, ExitCode } from './exit.js';
import { checkInstance, INSTANCE_TYPES, type InstanceFormat, type InstanceType } from './instance.js';
import { collect, compileNamed, featureOption, type ModelFlags, readText, yangOption } from './models.js';
import { type Paint, paintFor } from './paint.js';

interface Flags extends ModelFlags {
  readonly module: readonly string[];
  readonly type: InstanceType;
  readonly format?: InstanceFormat;
  readonly json?: boolean;
}

export function validateCommand(): Command {
  return new Command('validate')
    .description('check an instance document against YANG modules')
    .argument('<file>', 'the document; - reads standard input')
    .addOption(yangOption())
    .addOption(featureOption())
    .option('--module <name>', 'a module the document is about (repeat as needed)', collect, [])
    .addOption(new Option('--type <type>', 'what the document is').choices(INSTANCE_TYPES).default('data'))
    .addOption(new Option('--format <format>', 'its encoding; without it, told from the text').choices(['json', 'xml']))
    .addOption(new Option('--engine <engine>', 'who judges').choices(['own']).default('own'))
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText('after', '\nExample:\n  yangent validate --module irtf-agent --type rpc negotiate.json')
    .action((file: string, flags: Flags) => {
      const text = readText(file);
      const format = flags.format ?? (text.trimStart().startsWith('<') ? 'xml' : 'json');
      const schema = compileNamed(flags.module.length > 0 ? flags.module : ['irtf-agent'], flags);
      try {
        checkInstance(schema, text, format, flags.type);
        const verdict = paintFor(process.stdout)('valid', 'green');
        console.log(flags.json ? JSON.stringify({ valid: true, errors: [] }) : `${file}: ${verdict}`);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        process.exitCode = ExitCode.negative;
        if (flags.json) console.log(JSON.stringify({ valid: false, errors: error.all.map(plain) }));
        else for (const each of error.all) console.error(line(file, each, paintFor(process.stderr)));
      }
    });
}

function line(file: string, error: RpcError, paint: Paint): string {
  return `${paint(`${file}:`, 'bold')} ${paint('error:', 'bold', 'red')} ${describe(error)}`;
}

function plain({ tag, appTag, path, message }: RpcError) {
  return { tag, appTag, path, message };
}

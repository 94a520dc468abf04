import { relative } from 'node:path';
import { Command, Option } from 'commander';
import { RpcError } from '../data/index.js';
import { UsageError } from '../node/index.js';
import { formatLocation, type SourceLocation } from '../yang/index.js';
import { describe, ExitCode } from './exit.js';
import {
  checkInstance,
  formatOf,
  INSTANCE_TYPES,
  type InstanceFormat,
  type InstanceType,
  partAt,
  readContext,
} from './instance.js';
import { collect, compileNamed, featureOption, type ModelFlags, readText, yangOption } from './models.js';
import { type Paint, paintFor } from './paint.js';
import { sourceAt } from './yang-errors.js';

interface Flags extends ModelFlags {
  readonly module: readonly string[];
  readonly type: InstanceType;
  readonly format?: InstanceFormat;
  readonly at?: string;
  readonly context?: string;
  readonly first?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  yangent validate --module irtf-agent --type rpc negotiate.json
  yangent validate --yang models --module acme-box --type config box.xml
  yangent validate --module acme-box --at "/acme-box:box/port[name='eth0']" mtu.json

An rpc is {"module:name": {...}} or its element, with or without NETCONF's rpc around it, and so is a notification. An action,
or a notification of a data node, stands in the nodes that lead to it; list entries are named by their keys.
Exit codes: 0 valid, 1 not valid, 2 the command line is wrong.`;

export function validateCommand(): Command {
  return new Command('validate')
    .description('check an instance document against YANG modules')
    .argument('<file>', 'the document; - reads standard input')
    .addOption(yangOption())
    .addOption(featureOption())
    .option('--module <name>', 'a module the document is about (repeat as needed)', collect, [])
    .addOption(new Option('--type <type>', 'what the document is').choices(INSTANCE_TYPES).default('data'))
    .addOption(new Option('--format <format>', 'its encoding; without it, told from the text').choices(['json', 'xml']))
    .option('--at <path>', 'the container or list entry whose children the document holds; without it, the top level')
    .option('--context <file>', 'the data that an rpc, notification or part of a datastore refers into')
    .addOption(new Option('--engine <engine>', 'who judges').choices(['own']).default('own'))
    .option('--first', 'stop at the first error')
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText('after', EXAMPLES)
    .action((file: string, flags: Flags) => {
      const text = textOf(file);
      const schema = compileNamed(flags.module.length > 0 ? flags.module : ['irtf-agent'], flags);
      const given = flags.context;
      const context =
        given === undefined ? undefined : meant('--context', given, () => readContext(schema, textOf(given)));
      const place = flags.at;
      const at = place === undefined ? undefined : meant('--at', place, () => partAt(schema, place));
      try {
        const errors = flags.first ? 'first' : 'all';
        checkInstance(schema, text, flags.format ?? formatOf(text), flags.type, { at, context, errors });
        const verdict = paintFor(process.stdout)('valid', 'green');
        console.log(flags.json ? JSON.stringify({ valid: true, errors: [] }) : `${file}: ${verdict}`);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        process.exitCode = ExitCode.negative;
        if (flags.json) console.log(JSON.stringify({ valid: false, errors: error.all.map(plain) }));
        else print(file, error, paintFor(process.stderr));
      }
    });
}

/** What Windows editors put first is no part of the document. */
const textOf = (file: string): string => readText(file).replace(/^\ufeff/, '');

/** @throws UsageError where the value of an option does not fit the modules: it is not what is to be judged */
function meant<T>(option: string, value: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RpcError) throw new UsageError(`${option} ${value}: ${describe(error)}`);
    throw error;
  }
}

/** Each error with the statement that was not kept below it, and how many there are. */
function print(file: string, error: RpcError, paint: Paint): void {
  for (const each of error.all) {
    console.error(`${paint(`${file}:`, 'bold')} ${paint('error:', 'bold', 'red')} ${describe(each)}`);
    if (each.statement !== undefined) console.error(paint(`  ${statementAt(each.statement)}`, 'dim'));
  }
  const count = error.all.length;
  console.error(`${paint(`${file}:`, 'bold')} not valid, ${count === 1 ? '1 error' : `${count} errors`}`);
}

function statementAt(location: SourceLocation): string {
  const near = relative(process.cwd(), location.file);
  const place = formatLocation({ ...location, file: near.startsWith('..') ? location.file : near });
  const source = sourceAt(location);
  return source === undefined ? place : `${place}: ${source}`;
}

function plain({ tag, appTag, path, message, info, schemaPath, statement }: RpcError) {
  return { tag, appTag, path, message, info, schemaPath, statement };
}

import { relative } from 'node:path';
import { Command, Option } from 'commander';
import { RpcError } from '../data/index.js';
import { modelDirectories, UsageError } from '../node/index.js';
import { formatLocation, type SourceLocation } from '../yang/index.js';
import {
  ENGINES,
  type EngineName,
  type EngineProblem,
  engineDocument,
  isEngineError,
  withLibyang,
} from './engine/index.js';
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
  readonly engine: EngineName;
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
    .addOption(new Option('--engine <engine>', 'who judges').choices(ENGINES).default('own'))
    .option('--first', 'stop at the first error')
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, flags: Flags) => {
      const text = textOf(file);
      const findings = flags.engine === 'libyang' ? await judgedByLibyang(text, flags) : judged(text, flags);
      if (findings.length > 0) process.exitCode = ExitCode.negative;
      if (flags.json)
        console.log(JSON.stringify({ valid: findings.length === 0, errors: findings.map(({ plain }) => plain) }));
      else if (findings.length === 0) console.log(`${file}: ${paintFor(process.stdout)('valid', 'green')}`);
      else print(file, findings, paintFor(process.stderr));
    });
}

/** One error of a document. */
interface Finding {
  /** The error as a member of the JSON outcome. */
  readonly plain: object;
  /** The error as one line of text. */
  readonly line: string;
  /** The statement that the document violates. */
  readonly statement?: SourceLocation;
}

/** @throws YangErrors, UsageError */
function judged(text: string, flags: Flags): readonly Finding[] {
  const schema = compileNamed(modulesOf(flags), flags);
  const given = flags.context;
  const context = given === undefined ? undefined : meant('--context', given, () => readContext(schema, textOf(given)));
  const place = flags.at;
  const at = place === undefined ? undefined : meant('--at', place, () => partAt(schema, place));
  try {
    const errors = flags.first ? 'first' : 'all';
    checkInstance(schema, text, flags.format ?? formatOf(text), flags.type, { at, context, errors });
    return [];
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return error.all.map((each) => ({ plain: plain(each), line: describe(each), statement: each.statement }));
  }
}

const modulesOf = ({ module }: Flags): readonly string[] => (module.length > 0 ? module : ['irtf-agent']);

/** @throws UsageError for options that libyang does not support; EngineError */
function judgedByLibyang(text: string, flags: Flags): Promise<readonly Finding[]> {
  const { type, first, feature, context } = flags;
  const named = modulesOf(flags);
  const isMessage = type !== 'data' && type !== 'config';
  if (flags.at !== undefined) throw new UsageError('--at is for the engine own: libyang judges whole documents');
  if (context !== undefined && !isMessage)
    throw new UsageError('--context with data or configuration is for the engine own');
  const other = [...feature.keys()].find((name) => !named.includes(name));
  if (other !== undefined)
    throw new UsageError(`with --engine libyang, --feature is for a module of --module; '${other}' is none`);
  const document = engineDocument(text, flags.format ?? formatOf(text), type);
  const datastore = context === undefined ? undefined : engineDatastore(textOf(context));
  return withLibyang(async (engine) => {
    const modules = await engine.context({
      directories: [...flags.yang, ...modelDirectories],
      implement: named.map((module) => ({ module, features: feature.size === 0 ? '*' : feature.get(module) })),
      allFeatures: feature.size === 0,
    });
    try {
      const { valid, errors } = await modules.validate({ ...document, first, datastore });
      if (!valid && errors.length === 0) return [findingOf({ message: 'libyang gives no reason' })];
      return errors.map(findingOf);
    } catch (error) {
      if (isEngineError(error) && error.fault === 'schema' && context !== undefined)
        throw new UsageError(`--context ${context}: ${error.message}`);
      throw error;
    }
  });
}

function engineDatastore(text: string) {
  const { format, text: content } = engineDocument(text, formatOf(text), 'data');
  return { format, text: content };
}

function findingOf(problem: EngineProblem): Finding {
  const { message, path, schemaPath, appTag, line } = problem;
  const where = path ?? schemaPath ?? (line === undefined ? undefined : `line ${line}`);
  return {
    plain: { message, path, schemaPath, appTag, line },
    line: `${where === undefined ? '' : `${where}: `}${message}${appTag === undefined ? '' : ` (${appTag})`}`,
  };
}

/** Reads a file without its byte order mark, which Windows editors write. */
const textOf = (file: string): string => readText(file).replace(/^\ufeff/, '');

/** @throws UsageError when the value of an option does not fit the modules: the option is wrong then, not the document */
function meant<T>(option: string, value: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RpcError) throw new UsageError(`${option} ${value}: ${describe(error)}`);
    throw error;
  }
}

/** Prints each error, the violated statement below it, and the number of errors. */
function print(file: string, findings: readonly Finding[], paint: Paint): void {
  for (const { line, statement } of findings) {
    console.error(`${paint(`${file}:`, 'bold')} ${paint('error:', 'bold', 'red')} ${line}`);
    if (statement !== undefined) console.error(paint(`  ${statementAt(statement)}`, 'dim'));
  }
  const count = findings.length;
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

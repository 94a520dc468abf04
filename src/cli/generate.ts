import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { type GeneratedFile, generateJsonSchemas, generateOpenApi, generateTypes } from '../bindings/index.js';
import { messageOf } from '../data/index.js';
import { UsageError } from '../node/index.js';
import type { Schema } from '../yang/index.js';
import { collect, compileNamed, featureOption, type ModelFlags, yangOption } from './models.js';

interface Flags extends ModelFlags {
  readonly module?: readonly string[];
  readonly out: string;
  readonly json?: boolean;
}

interface TypesFlags extends Flags {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly providers?: boolean;
}

interface OpenApiFlags extends Flags {
  readonly server?: string;
  readonly leafs?: boolean;
}

export function generateCommand(): Command {
  return new Command('generate')
    .description('write what is derived from the models: TypeScript types, JSON Schemas, an OpenAPI document')
    .addCommand(typesCommand())
    .addCommand(jsonSchemaCommand())
    .addCommand(openApiCommand())
    .addHelpText(
      'after',
      `
Examples:
  yangent generate types --yang models --module acme-box --out src/generated
  yangent generate json-schema --module irtf-agent --out schemas
  yangent generate openapi --module irtf-agent --module yangent-tasks --out api
`,
    );
}

function typesCommand(): Command {
  return generator('types', 'write TypeScript types of modules: data, RPCs, actions, notifications')
    .option('--include <path>', 'only what is at or below this data path, as /module:a/b (repeat as needed)', collect)
    .option('--exclude <path>', 'nothing at or below this data path (repeat as needed)', collect)
    .option('--providers', 'also write what a plugin that implements the module is asked for and gives')
    .addHelpText(
      'after',
      `
Writes <module>.ts for each module, and index.ts with the maps Data, Rpcs, Actions, Notifications and Structures. With
--providers also <module>.provider.ts for each, and providers.ts: definePlugin<AcmeBoxProvider>({ … }).

Examples:
  yangent generate types --yang models --module acme-box --out src/generated
  yangent generate types --module ietf-interfaces --out types \\
    --include /ietf-interfaces:interfaces/interface --exclude /ietf-interfaces:interfaces/interface/statistics
`,
    )
    .action((flags: TypesFlags) => {
      const { include, exclude, providers } = flags;
      write(flags, (schema) => generateTypes(schema, flags.module ?? [], { include, exclude, providers }));
    });
}

function jsonSchemaCommand(): Command {
  return generator('json-schema', 'write JSON Schemas (2020-12) of documents, inputs, outputs and notifications')
    .addHelpText('after', '\nExample:\n  yangent generate json-schema --module irtf-agent --out schemas')
    .action((flags: Flags) => write(flags, (schema) => generateJsonSchemas(schema, flags.module ?? [])));
}

function openApiCommand(): Command {
  return generator('openapi', 'write an OpenAPI 3.1 document of the RESTCONF API')
    .option('--server <url>', 'root of the API', '/restconf')
    .option('--leafs', 'paths for single leafs too')
    .addHelpText('after', '\nExample:\n  yangent generate openapi --module irtf-agent --module yangent-tasks --out api')
    .action((flags: OpenApiFlags) => {
      const { server, leafs } = flags;
      write(flags, (schema) => generateOpenApi(schema, flags.module ?? [], { server, leafs }));
    });
}

function generator(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--module <name>', 'a module (repeat as needed)', collect)
    .requiredOption('--out <dir>', 'where to write; made when missing')
    .addOption(yangOption())
    .addOption(featureOption())
    .option('--json', 'print the names of the files as one JSON document');
}

function write(
  { module = [], out, json, ...flags }: Flags,
  generate: (schema: Schema) => readonly GeneratedFile[],
): void {
  if (module.length === 0) throw new UsageError('name at least one module with --module');
  const files = generate(compileNamed(module, flags));
  makeDirectory(out);
  const paths = files.map(({ file, text }) => {
    const path = join(out, file);
    writeFileSync(path, text);
    return path;
  });
  console.log(json ? JSON.stringify({ files: paths }) : paths.join('\n'));
}

/** Makes a directory and its parents one by one: Node's own `recursive` may loop forever when one cannot be made. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(resolve(path)));
  try {
    mkdirSync(path);
  } catch (error) {
    throw new UsageError(`cannot make ${path}: ${messageOf(error)}`);
  }
}

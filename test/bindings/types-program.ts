/** Generated types as the TypeScript compiler sees them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { generateTypes, type TypesOptions } from '../../src/bindings/index.js';
import type { Schema } from '../../src/yang/index.js';
import { temporaryFolder } from '../support/clean-up.js';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipDefaultLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
};

function written(schema: Schema, modules: readonly string[], program: string, options?: TypesOptions): string {
  const folder = join(temporaryFolder(), 'types');
  mkdirSync(folder);
  for (const { file, text } of generateTypes(schema, modules, options)) writeFileSync(join(folder, file), text);
  const main = join(folder, 'main.ts');
  writeFileSync(main, program);
  return main;
}

/** What TypeScript, strict, says to a program that uses generated types; nothing when it is right. */
export function complaints(
  schema: Schema,
  modules: readonly string[],
  program: string,
  options?: TypesOptions,
): string[] {
  const compiled = ts.createProgram([written(schema, modules, program, options)], OPTIONS);
  return ts.getPreEmitDiagnostics(compiled).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** What an editor offers in a program that uses generated types, where `|` stands in it. */
export function completions(schema: Schema, modules: readonly string[], program: string): string[] {
  const main = written(schema, modules, program.replace('|', ''));
  const service = ts.createLanguageService({
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => [main],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => dirname(main),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
  return service.getCompletionsAtPosition(main, program.indexOf('|'), {})?.entries.map(({ name }) => name) ?? [];
}

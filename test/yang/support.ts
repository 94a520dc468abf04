/** Shared by the tests of the YANG compiler: modules written in place. */
import {
  type CompileOptions,
  compile,
  type Schema,
  schemaNodeAt,
  sourceTexts,
  YangErrors,
} from '../../src/yang/index.js';
import type { LeafListNode, LeafNode } from '../../src/yang/schema.js';

/** `module NAME` with its header; the file is NAME.yang. */
export function moduleText(name: string, body: string, header = ''): string {
  return `module ${name} {\n  yang-version 1.1;\n  namespace "urn:${name}";\n  prefix ${name};\n${header}\n${body}\n}`;
}

/** Compiles texts; the last is implemented unless `implement` says otherwise. */
export function compileTexts(texts: readonly string[], options: Partial<CompileOptions> = {}): Schema {
  const sources = texts.map((text) => ({ file: `${nameOf(text)}.yang`, text }));
  return compile({ sources: sourceTexts(sources), implement: [nameOf(texts.at(-1) ?? '')], ...options });
}

/** Compiles the body of a module `m`. */
export function compileBody(body: string, options: Partial<CompileOptions> = {}): Schema {
  return compileTexts([moduleText('m', body)], options);
}

/** The messages that compiling the texts raises; none when they compile. */
export function errorsOf(texts: readonly string[], options: Partial<CompileOptions> = {}): string[] {
  try {
    compileTexts(texts, options);
    return [];
  } catch (error) {
    if (!(error instanceof YangErrors)) throw error;
    return error.errors.map((e) => e.message);
  }
}

/** The messages for the body of a module `m`. */
export function bodyErrors(body: string, options: Partial<CompileOptions> = {}): string[] {
  return errorsOf([moduleText('m', body)], options);
}

export function leafAt(schema: Schema, path: string): LeafNode | LeafListNode {
  const node = schemaNodeAt(schema, path);
  if (node?.kind !== 'leaf' && node?.kind !== 'leaf-list') throw new Error(`no leaf at ${path}`);
  return node;
}

function nameOf(text: string): string {
  return /module\s+([\w.-]+)/.exec(text)?.[1] ?? '';
}

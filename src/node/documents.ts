/** Instance documents given at the start: configuration and agent profiles, JSON or XML. */

import { readFile } from 'node:fs/promises';
import { SYSTEM } from '../access/index.js';
import { profileDocument } from '../agents/index.js';
import {
  decodeJson,
  decodeXmlText,
  messageOf,
  parseJson,
  RpcError,
  type Tree,
  type XmlElement,
} from '../data/index.js';
import { nodeView, type Server } from '../server/index.js';
import type { Schema } from '../yang/index.js';
import { caller } from './local.js';
import { UsageError } from './options.js';

type Reader = (schema: Schema, text: string, format: 'json' | 'xml') => Tree;

/** Merges the files into running, in order. @throws UsageError with the file and its fault */
export async function mergeDocuments(
  server: Server,
  files: readonly string[],
  what: 'configuration' | 'profile',
): Promise<void> {
  const reader: Reader = what === 'profile' ? profileDocument : configurationDocument;
  for (const file of files) {
    try {
      const text = await readFile(file, 'utf8');
      const edit = reader(server.schema(nodeView), text, text.trimStart().startsWith('<') ? 'xml' : 'json');
      await server.edit(caller(SYSTEM), { edit, defaultOperation: 'merge' });
    } catch (error) {
      throw new UsageError(`${file}: this ${what} cannot be loaded:\n${explain(error)}`);
    }
  }
}

const WRAPPERS = new Set(['data', 'config']);

function configurationDocument(schema: Schema, text: string, format: 'json' | 'xml'): Tree {
  if (format === 'json') return decodeJson(schema.root, parseJson(text), { schema, config: 'only' });
  const isWrapper = ({ name }: XmlElement, depth: number) => depth === 0 && WRAPPERS.has(name);
  return decodeXmlText(schema.root, text, { schema, config: 'only', isWrapper });
}

function explain(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '  there is no such file';
  if (error instanceof RpcError) return error.all.map((each) => `  ${each.path ?? '/'}: ${each.message}`).join('\n');
  return `  ${messageOf(error)}`;
}

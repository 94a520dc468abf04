import { expect } from 'vitest';
import { decodeJson, decodeXml, elementsOf, parseXml, RpcError, type Tree } from '../../src/data/index.js';
import { compile, type Schema } from '../../src/yang/index.js';

/** What annotations are defined with (RFC 7952 §3), as far as tests need it. */
export const METADATA = `module ietf-yang-metadata {
  namespace "urn:ietf:params:xml:ns:yang:ietf-yang-metadata"; prefix md;
  extension annotation { argument name; }
}`;

/** A schema of YANG texts given in place; each is implemented. */
export function schemaOf(...texts: string[]): Schema {
  const byName = new Map(texts.map((text) => [/module\s+([\w.-]+)/.exec(text)?.[1] ?? '', text]));
  return compile({
    sources: {
      find: (name) => {
        const text = byName.get(name);
        return text === undefined ? undefined : { file: `${name}.yang`, text };
      },
    },
    implement: [...byName.keys()],
  });
}

export const json = (schema: Schema, value: unknown, options = {}): Tree =>
  decodeJson(schema.root, value, { schema, ...options });

/** Decodes elements given as text, without a document element. */
export const xml = (schema: Schema, text: string, options = {}): Tree =>
  decodeXml(schema.root, elementsOf(parseXml(`<data>${text}</data>`)), { schema, ...options });

/** The errors that an action raises. */
export function errorsOf(action: () => unknown): readonly RpcError[] {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError);
    if (error instanceof RpcError) return error.all;
  }
  throw new Error('nothing was raised');
}

export function errorOf(action: () => unknown): RpcError {
  const [error] = errorsOf(action);
  if (error === undefined) throw new Error('nothing was raised');
  return error;
}

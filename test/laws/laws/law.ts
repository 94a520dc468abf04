/** What holds of every valid document, and how its breach is told. */
import { fail } from 'node:assert/strict';
import { decodeXml, encodeJson, equal, parseXml, RpcError, type Tree, type XmlNode } from '../../../src/data/index.js';
import type { Schema } from '../../../src/yang/index.js';
import type { Sample } from '../sample.js';

export interface Law {
  readonly name: string;
  /** @throws whatever is not as it should be. */
  readonly check: (sample: Sample) => void | Promise<void>;
}

export function sameTree(actual: Tree, expected: Tree, what: string): void {
  if (!equal(actual, expected)) fail(`${what}:\n  ${encodeJson(actual)}\nis not\n  ${encodeJson(expected)}`);
}

/** The elements of XML text without a document element. */
export const elementsIn = (text: string): readonly XmlNode[] => parseXml(`<data>${text}</data>`).children;

export const fromXml = (schema: Schema, text: string, operations = false): Tree =>
  decodeXml(schema.root, elementsIn(text), { schema, operations });

/** The error that an action has to raise. */
export function refusal(action: () => unknown, what: string): RpcError {
  try {
    action();
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
  return fail(`${what} is not refused`);
}

/** Validation in its variants. */
import { deepEqual } from 'node:assert/strict';
import {
  applyEdit,
  diff,
  encodeXml,
  RpcError,
  type Tree,
  type ValidateOptions,
  validateAsync,
} from '../../../src/data/index.js';
import { faultsOf } from '../repair.js';
import { fromXml, type Law } from './law.js';

interface Told {
  readonly type: string;
  readonly tag: string;
  readonly message: string;
  readonly path: string | undefined;
  readonly appTag: string | undefined;
  readonly info: unknown;
}
const told = (errors: readonly RpcError[]): readonly Told[] =>
  errors.map(({ type, tag, message, path, appTag, info }) => ({ type, tag, message, path, appTag, info }));

const sorted = (errors: readonly RpcError[]): readonly string[] =>
  told(errors)
    .map((one) => JSON.stringify(one))
    .toSorted();

/** The errors of the variant that lets others run, made to do so at every opportunity. */
async function yieldingFaultsOf(tree: Tree, options: ValidateOptions): Promise<readonly RpcError[]> {
  const { now } = performance;
  let time = 0;
  performance.now = () => {
    time += 1_000;
    return time;
  };
  try {
    await validateAsync(tree, options);
    return [];
  } catch (error) {
    if (error instanceof RpcError) return error.all;
    throw error;
  } finally {
    performance.now = now;
  }
}

export const VALIDATION: readonly Law[] = [
  {
    name: 'where one error is enough, it is the first of all',
    check: ({ schema, invalid }) => {
      for (const tree of invalid) {
        deepEqual(told(faultsOf(tree, { schema, errors: 'first' })), told(faultsOf(tree, { schema })).slice(0, 1));
      }
    },
  },
  {
    name: 'a document is as valid after a way through XML',
    check: ({ schema, invalid, a, b, c }) => {
      for (const tree of [a, b, c]) deepEqual(told(faultsOf(fromXml(schema, encodeXml(tree)), { schema })), []);
      for (const tree of invalid) {
        deepEqual(told(faultsOf(fromXml(schema, encodeXml(tree)), { schema })), told(faultsOf(tree, { schema })));
      }
    },
  },
  {
    name: 'the variant that lets others run comes to the same errors',
    check: async ({ schema, invalid, a }) => {
      deepEqual(told(await yieldingFaultsOf(a, { schema })), []);
      for (const tree of invalid) {
        deepEqual(told(await yieldingFaultsOf(tree, { schema })), told(faultsOf(tree, { schema })));
      }
    },
  },
  {
    name: 'what has not changed since a valid document need not be looked at again',
    check: ({ schema, invalid, a, b, c }) => {
      for (const before of [a, b])
        for (const wanted of [...invalid, c]) {
          const now = applyEdit(before, diff(before, wanted), 'none', { schema });
          // Changed entries are looked at in the order of their keys.
          deepEqual(sorted(faultsOf(now, { schema, unchanged: before })), sorted(faultsOf(now, { schema })));
        }
    },
  },
];

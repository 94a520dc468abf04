/** The functions of expressions: XPath 1.0 §4 and RFC 7950 §10, with their arguments and results. */

export type ValueType = 'node-set' | 'string' | 'number' | 'boolean';

export interface FunctionSignature {
  readonly min: number;
  /** Infinity: any number of further arguments. */
  readonly max: number;
  readonly result: ValueType;
  /** Arguments (by index) that must be node-sets. */
  readonly nodeSets: readonly number[];
  /** True when missing arguments are taken from the context node. */
  readonly defaultsToContext?: true;
}

const MANY = Number.POSITIVE_INFINITY;

function signature(
  min: number,
  max: number,
  result: ValueType,
  nodeSets: readonly number[] = [],
  defaultsToContext?: true,
): FunctionSignature {
  return { min, max, result, nodeSets, defaultsToContext };
}

export const FUNCTIONS: ReadonlyMap<string, FunctionSignature> = new Map([
  ['last', signature(0, 0, 'number')],
  ['position', signature(0, 0, 'number')],
  ['count', signature(1, 1, 'number', [0])],
  ['id', signature(1, 1, 'node-set')],
  ['local-name', signature(0, 1, 'string', [0], true)],
  ['namespace-uri', signature(0, 1, 'string', [0], true)],
  ['name', signature(0, 1, 'string', [0], true)],
  ['string', signature(0, 1, 'string', [], true)],
  ['concat', signature(2, MANY, 'string')],
  ['starts-with', signature(2, 2, 'boolean')],
  ['contains', signature(2, 2, 'boolean')],
  ['substring-before', signature(2, 2, 'string')],
  ['substring-after', signature(2, 2, 'string')],
  ['substring', signature(2, 3, 'string')],
  ['string-length', signature(0, 1, 'number', [], true)],
  ['normalize-space', signature(0, 1, 'string', [], true)],
  ['translate', signature(3, 3, 'string')],
  ['boolean', signature(1, 1, 'boolean')],
  ['not', signature(1, 1, 'boolean')],
  ['true', signature(0, 0, 'boolean')],
  ['false', signature(0, 0, 'boolean')],
  ['lang', signature(1, 1, 'boolean')],
  ['number', signature(0, 1, 'number', [], true)],
  ['sum', signature(1, 1, 'number', [0])],
  ['floor', signature(1, 1, 'number')],
  ['ceiling', signature(1, 1, 'number')],
  ['round', signature(1, 1, 'number')],
  ['current', signature(0, 0, 'node-set')],
  ['re-match', signature(2, 2, 'boolean')],
  ['deref', signature(1, 1, 'node-set', [0])],
  ['derived-from', signature(2, 2, 'boolean', [0])],
  ['derived-from-or-self', signature(2, 2, 'boolean', [0])],
  ['enum-value', signature(1, 1, 'number', [0])],
  ['bit-is-set', signature(2, 2, 'boolean', [0])],
]);

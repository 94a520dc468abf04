/** XPath 1.0 with YANG's functions (RFC 7950 §6.4, §10): parses text into a syntax tree with names resolved to modules. */
export type { Axis, BinaryOperator, Chain, Expr, LocationPath, NameTest, Step, XPath } from './ast.js';
export { chainOf, operandsOf } from './ast.js';
export { XPathError } from './error.js';
export { excerpt } from './excerpt.js';
export { FUNCTIONS, type FunctionSignature, type ValueType } from './functions.js';
export { parseXPath, type XPathScope } from './parser.js';
export { valueType } from './value-type.js';

export { ExpressionError, type ExpressionFault } from './error.js';
export { evaluate } from './evaluate.js';
export { type Expression, parseExpression } from './expression.js';
export { Kept } from './kept.js';
export { chainOf, type Part } from './tree.js';
export { type Checked, checkTypes, type TypedSpan } from './types.js';
export { LONGEST_VALUE } from './values.js';

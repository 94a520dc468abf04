export { type Fields, resolveFields, selectionOfFields } from './resolve.js';
export { selectBelow, selectInTree } from './select.js';

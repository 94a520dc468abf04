export { type Fields, resolveFields, selectionOfFields } from './resolve.js';
export { selectBelow, selectInTree } from './select.js';
export { selectMembers } from './select-in-json.js';
export { selectElements } from './select-in-xml.js';

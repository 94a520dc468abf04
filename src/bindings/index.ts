export { treeDiagram } from './tree-diagram/index.js';
export { type GeneratedFile, generateTypes } from './typescript/index.js';

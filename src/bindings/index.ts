export { treeDiagram } from './tree-diagram.js';
export { type GeneratedFile, generateTypes } from './typescript/index.js';

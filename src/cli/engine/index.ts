export { engineDocument } from './document.js';
export { ENGINES, type EngineName, withLibyang } from './load.js';
export type * from './port.js';
export { isEngineError } from './port.js';

export { readCases } from './cases.js';
export { type Exception, readExceptions } from './exceptions.js';
export { type Difference, runCases } from './run.js';

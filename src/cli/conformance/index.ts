export { readCases } from './cases.js';
export { type Exception, readExceptions } from './exceptions.js';
export { ReferenceJudge } from './reference.js';
export { type Difference, runCases } from './run.js';

export { type Calling, checkCalls } from './calls.js';
export { checkDag } from './check.js';
export type { Finding, FindingCode } from './finding.js';
export { gateFaults } from './gates.js';
export type { SkillTerms, Surroundings } from './surroundings.js';

export { loopMigrations } from './database.js';
export {
  type ClosedLoop,
  closedLoop,
  type Decision,
  type LoopContext,
  type LoopDefinition,
  type Plan,
  type Verdict,
} from './definition.js';
export { type LoopHandle, Loops, type LoopsOptions } from './loops.js';
export type { LoopPolicy } from './policy.js';
export { loopsProvider } from './provider.js';
export type { LoopOutcome, LoopPhase, LoopState } from './record.js';

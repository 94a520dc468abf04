export { loopMigrations } from './database.js';
export {
  type ClosedLoop,
  closedLoop,
  type Decision,
  type ExecutionContext,
  type LoopContext,
  type LoopDefinition,
  type Plan,
  type RpcInput,
  type RpcOutput,
  type Verdict,
} from './definition.js';
export { type Acting, type LoopHandle, Loops, type LoopsOptions } from './loops.js';
export type { LoopPolicy } from './policy.js';
export { loopsProvider } from './provider.js';
export type { LoopOutcome, LoopPhase, LoopState } from './record.js';

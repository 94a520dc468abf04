export { loopMigrations } from './database.js';
export {
  type ClosedLoop,
  closedLoop,
  type Decision,
  type ExecutionContext,
  type LoopContext,
  type LoopDefinition,
  type LoopPolicy,
  type Plan,
  type RpcInput,
  type RpcOutput,
  type Verdict,
} from './definition.js';
export { type Acting, type LoopHandle, Loops, type LoopsOptions } from './loops.js';
export { configuredLoops, firstConfiguration } from './northbound/config.js';
export { loopNews } from './northbound/notification.js';
export { loopsProvider } from './northbound/provider.js';
export type { LoopOutcome, LoopPhase, LoopState } from './record.js';

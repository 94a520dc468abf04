/** libyang, compiled to WebAssembly: in Workers (`createLibyang`) or in this thread (`Context`). */
export { Context, DEFAULT_LIMITS } from './context.js';
export type {
  ContextOptions,
  DataFormat,
  Document,
  DocumentText,
  DocumentType,
  Limits,
  ModuleFormat,
  ModuleOutput,
  ModuleRequest,
  ModuleText,
  PrintOptions,
  Verdict,
} from './options.js';
export { createLibyang, type Libyang, type PoolContext, type PoolOptions } from './pool.js';
export { LibyangError, type LibyangFault, type Problem } from './problem.js';

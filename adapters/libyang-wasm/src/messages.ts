/** What goes between the pool and its Workers: one call at a time, and its answer. */
import type { ContextOptions, Document, Limits, ModuleOutput, PrintOptions, Verdict } from './options.js';
import type { LibyangFault, Problem } from './problem.js';

export type Call =
  | { readonly kind: 'open' }
  | { readonly kind: 'validate'; readonly document: Document }
  | { readonly kind: 'print'; readonly document: Document; readonly options?: PrintOptions }
  | { readonly kind: 'module'; readonly name: string; readonly format: ModuleOutput; readonly revision?: string };

export interface Request {
  readonly context: number;
  /** Where the Worker does not have the context yet. */
  readonly open?: ContextOptions;
  /** Contexts that it need not keep any more. */
  readonly drop: readonly number[];
  readonly call: Call;
}

export type Answer =
  | { readonly kind: 'open' }
  | { readonly kind: 'validate'; readonly verdict: Verdict }
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'module'; readonly text: string | undefined };

export type Reply = {
  /** Whether the Worker has the context now. */
  readonly isOpen: boolean;
} & (
  | { readonly ok: true; readonly answer: Answer }
  | {
      readonly ok: false;
      readonly fault: LibyangFault;
      readonly message: string;
      readonly problems: readonly Problem[];
    }
);

/** What a Worker is started with. */
export interface WorkerSettings {
  readonly limits: Limits;
}

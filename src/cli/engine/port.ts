/**
 * The port behind which another engine judges modules and documents. The package libyang-wasm (`adapters/libyang-wasm`) offers it;
 * its README says what the members mean.
 */

export interface EngineProblem {
  readonly message: string;
  readonly path?: string;
  readonly schemaPath?: string;
  readonly appTag?: string;
  readonly line?: number;
}

/** What an engine throws that has no verdict; `fault` `schema`: the modules are wrong, as `problems` say. */
export interface EngineError extends Error {
  readonly fault: string;
  readonly problems: readonly EngineProblem[];
}

export interface EngineText {
  readonly file: string;
  readonly text: string;
}

export interface EngineModule {
  /** By name, or a text that is not among the sources. */
  readonly module: string | EngineText;
  readonly revision?: string;
  /** None unless given. */
  readonly features?: readonly string[] | '*';
}

export interface EngineModules {
  readonly texts?: readonly EngineText[];
  readonly directories?: readonly string[];
  readonly implement: readonly EngineModule[];
  readonly allFeatures?: boolean;
}

export interface EngineDocument {
  readonly format: 'json' | 'xml';
  readonly text: string;
  readonly type:
    | 'data'
    | 'config'
    | 'rpc'
    | 'reply'
    | 'notification'
    | 'netconf-rpc'
    | 'netconf-notification'
    | 'restconf-notification';
  /** Refuses what no module describes. */
  readonly strict?: boolean;
  readonly onlyPresent?: boolean;
  /** Ends at the first error. */
  readonly first?: boolean;
  readonly datastore?: { readonly format: 'json' | 'xml'; readonly text: string };
}

export interface EngineVerdict {
  readonly valid: boolean;
  readonly errors: readonly EngineProblem[];
}

export interface EngineContext {
  /** @throws EngineError where there is no verdict */
  validate(document: EngineDocument): Promise<EngineVerdict>;
  close(): void;
}

export interface Engine {
  /** @throws EngineError */
  context(modules: EngineModules): Promise<EngineContext>;
  close(): Promise<void>;
}

export function isEngineError(error: unknown): error is EngineError {
  return error instanceof Error && 'fault' in error && typeof error.fault === 'string' && 'problems' in error;
}

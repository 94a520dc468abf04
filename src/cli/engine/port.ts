/**
 * The interface of other engines that judge modules and documents. The package libyang-wasm (`adapters/libyang-wasm`)
 * implements it; its README explains the members.
 */

export interface EngineProblem {
  readonly message: string;
  readonly path?: string;
  readonly schemaPath?: string;
  readonly appTag?: string;
  readonly line?: number;
}

/** The error of an engine without a verdict; `fault` `schema`: the modules are wrong, see `problems`. */
export interface EngineError extends Error {
  readonly fault: string;
  readonly problems: readonly EngineProblem[];
}

export interface EngineText {
  readonly file: string;
  readonly text: string;
}

export interface EngineModule {
  /** Name of a module, or a text outside the sources. */
  readonly module: string | EngineText;
  readonly revision?: string;
  /** Enabled features. Default: none. */
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
  /** Refuses nodes that no module defines. */
  readonly strict?: boolean;
  readonly onlyPresent?: boolean;
  /** Stops at the first error. */
  readonly first?: boolean;
  readonly datastore?: { readonly format: 'json' | 'xml'; readonly text: string };
}

export interface EngineVerdict {
  readonly valid: boolean;
  readonly errors: readonly EngineProblem[];
}

export interface EngineContext {
  /** @throws EngineError when there is no verdict */
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

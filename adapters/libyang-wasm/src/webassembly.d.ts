/** The part of the WebAssembly interface that is used here; TypeScript declares it for browsers only. */
declare namespace WebAssembly {
  type ImportValue = Memory | ((...values: readonly number[]) => number | undefined);
  type ModuleImports = Readonly<Record<string, ImportValue>>;
  type Exports = Readonly<Record<string, unknown>>;

  class Module {
    constructor(bytes: Uint8Array);
  }

  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, ModuleImports>>);
    readonly exports: Exports;
  }

  class Memory {
    /** In pages of 64 kB. */
    constructor(size: { readonly initial: number; readonly maximum: number });
    readonly buffer: ArrayBuffer;
  }

  class Global {
    readonly value: unknown;
  }

  /** A trap. */
  class RuntimeError extends Error {}
}

/** What `native/shim.c` offers. Addresses are numbers, 0 is NULL. */

const NAMES = [
  '_initialize',
  'lyw_alloc',
  'lyw_free',
  'lyw_reserve',
  'lyw_exhausted',
  'lyw_context',
  'lyw_load',
  'lyw_parse_module',
  'lyw_print_module',
  'lyw_document_free',
  'lyw_read',
  'lyw_print',
  'lyw_error',
  'lyw_error_next',
  'lyw_error_text',
  'lyw_error_line',
  'lyw_forget_errors',
  'lyw_version',
] as const;

/** Every function takes and gives 32-bit numbers. */
export type Exports = Readonly<Record<(typeof NAMES)[number], (...values: readonly number[]) => number>> & {
  /** Where the stack ends and all that lives longer begins. */
  readonly __global_base: WebAssembly.Global;
};

/** @throws Error where the binary is not one of this version */
export function exportsOf({ exports }: WebAssembly.Instance): Exports {
  if (!isComplete(exports)) throw new Error('libyang.wasm is of another version: build it again');
  return exports;
}

function isComplete(found: WebAssembly.Exports): found is WebAssembly.Exports & Exports {
  return NAMES.every((name) => typeof found[name] === 'function') && found.__global_base instanceof WebAssembly.Global;
}

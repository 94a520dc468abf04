/** One instance of the binary: its memory, texts in and out, and what becomes of it when libyang fails. */
import { binary } from './binary.js';
import { type Exports, exportsOf } from './exports.js';
import { LibyangError } from './problem.js';
import type { FoundModule } from './sources.js';
import { WASI } from './wasi.js';

const PAGE = 65_536;
/** What the binary asks for at its start: the stack, its data, and room for the first contexts. */
const FIRST_BYTES = 16 << 20;

/** `module` and `revision` of a module, or of the submodule where that is given; `undefined`: any revision. */
export type FindModule = (name: string, revision: string | undefined) => FoundModule | undefined;

/** An instance's memory at rest. */
export interface Snapshot {
  /** What stands from `__global_base` on. */
  readonly bytes: Uint8Array;
  /** Bytes of the whole memory. */
  readonly size: number;
}

export class Instance {
  readonly exports: Exports;
  readonly #memory: WebAssembly.Memory;
  readonly #find: FindModule;
  #failed = false;

  /** @param snapshot of an instance with the same sources, which this one then continues */
  constructor(find: FindModule, memoryLimit: number, snapshot?: Snapshot) {
    this.#find = find;
    const initial = Math.ceil((snapshot?.size ?? Math.min(FIRST_BYTES, memoryLimit)) / PAGE);
    this.#memory = new WebAssembly.Memory({ initial, maximum: Math.max(initial, Math.floor(memoryLimit / PAGE)) });
    const instance = new WebAssembly.Instance(binary(), {
      env: { memory: this.#memory },
      lyw: { find_module: (...places: readonly number[]) => this.#findModule(places) },
      wasi_snapshot_preview1: WASI,
    });
    this.exports = exportsOf(instance);
    if (snapshot) new Uint8Array(this.#memory.buffer).set(snapshot.bytes, this.#base());
    else this.run(() => this.exports._initialize());
  }

  /** Bytes that the memory has grown to; it never shrinks. */
  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  /** False once libyang has failed in it: nothing in it can be relied on then. */
  get isUsable(): boolean {
    return !this.#failed;
  }

  snapshot(): Snapshot {
    const bytes = new Uint8Array(this.#memory.buffer, this.#base());
    const used = bytes.findLastIndex((byte) => byte !== 0) + 1;
    return { bytes: bytes.slice(0, used), size: this.size };
  }

  /**
   * Calls into libyang.
   * @throws LibyangError `memory` where it lacked some, whatever came of the call; `crashed` where it traps, after which the
   * instance is of no use; what `work` throws
   */
  run<T>(work: () => T): T {
    if (this.#failed) throw new LibyangError('crashed', 'this instance of libyang has failed before');
    let result: T;
    try {
      result = work();
    } catch (error) {
      this.#failed ||= !(error instanceof LibyangError);
      this.#checkMemory();
      if (error instanceof WebAssembly.RuntimeError)
        throw new LibyangError('crashed', `libyang crashed: ${error.message}`);
      if (error instanceof RangeError) throw new LibyangError('crashed', 'libyang ran out of stack');
      throw error;
    }
    this.#checkMemory();
    return result;
  }

  /** Runs `work` with the address of a copy of the text. @throws LibyangError `memory` */
  withText<T>(text: string | Uint8Array, work: (address: number) => T): T {
    const address = this.put(text);
    const result = work(address);
    this.exports.lyw_free(address);
    return result;
  }

  /** The same with a list of texts that ends with NULL. */
  withTexts<T>(texts: readonly string[], work: (address: number) => T): T {
    const addresses = texts.map((text) => this.put(text));
    const list = this.#alloc((texts.length + 1) * 4);
    new Uint32Array(this.#memory.buffer, list, texts.length + 1).set([...addresses, 0]);
    const result = work(list);
    for (const address of [list, ...addresses]) this.exports.lyw_free(address);
    return result;
  }

  /** Runs `work` with the address of a number; `[what work gives, the number]`. */
  withNumber<T>(work: (address: number) => T): readonly [T, number] {
    const address = this.#alloc(4);
    const result = work(address);
    const number = new DataView(this.#memory.buffer).getInt32(address, true);
    this.exports.lyw_free(address);
    return [result, number];
  }

  /** A copy of the text that whoever it is given to releases. @throws LibyangError `memory` */
  put(text: string | Uint8Array): number {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    const address = this.#alloc(bytes.length + 1);
    const memory = new Uint8Array(this.#memory.buffer);
    memory.set(bytes, address);
    memory[address + bytes.length] = 0;
    return address;
  }

  /** The text at the address; undefined for NULL. */
  text(address: number): string | undefined {
    if (address === 0) return undefined;
    const memory = Buffer.from(this.#memory.buffer);
    return memory.toString('utf8', address, memory.indexOf(0, address));
  }

  /** The same of one that is ours, which it releases. */
  take(address: number): string | undefined {
    const text = this.text(address);
    this.exports.lyw_free(address);
    return text;
  }

  #base(): number {
    return Number(this.exports.__global_base.value);
  }

  #alloc(size: number): number {
    const address = this.exports.lyw_alloc(size) >>> 0;
    if (address === 0) this.#checkMemory();
    return address;
  }

  #checkMemory(): void {
    if (this.exports.lyw_exhausted() === 0) return;
    this.#failed = true;
    throw new LibyangError('memory', `libyang needs more memory than it may use (it has ${this.size} bytes)`);
  }

  /** The import of the shim; what it finds belongs to libyang. */
  #findModule([module = 0, revision = 0, submodule = 0, submoduleRevision = 0, format = 0]: readonly number[]): number {
    const [name, of] = submodule === 0 ? [module, revision] : [submodule, submoduleRevision];
    const found = this.#find(this.text(name) ?? '', this.text(of));
    if (found === undefined) return 0;
    const address = this.put(found.text);
    new DataView(this.#memory.buffer).setInt32(format, FORMATS[found.format], true);
    return address;
  }
}

/** LYS_INFORMAT. */
export const FORMATS = { yang: 1, yin: 3 } as const;

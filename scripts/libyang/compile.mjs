// clang and wasm-ld. Everything runs in one folder with relative names, so that no path of the machine gets into the binary.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { run } from './run.mjs';

const TARGET = ['--target=wasm32-wasi', '--sysroot=/usr'];
const FLAGS = [
  ...['-std=gnu11', '-O3', '-fvisibility=hidden', '-ffile-prefix-map=./='],
  // Features of WebAssembly that every engine has had for years.
  ...['-mbulk-memory', '-msign-ext', '-mnontrapping-fptoint', '-mmutable-globals'],
  // One thread.
  '-D_Thread_local=',
];
const STACK_BYTES = 4 << 20;

/** @returns the object files, in the order of the units; throws with the compiler's messages */
export async function compileAll(folder, units, { major }) {
  mkdirSync(`${folder}/objects`);
  const objects = units.map(({ source }) => `objects/${source.replaceAll('/', '-')}.o`);
  const pending = units.map((unit, index) => ({ ...unit, object: objects[index] }));
  const work = async () => {
    for (let unit = pending.shift(); unit; unit = pending.shift()) {
      const { source, flags, object } = unit;
      await compile(folder, `clang-${major}`, [...TARGET, ...FLAGS, ...flags, '-c', source, '-o', object]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return objects;
}

function compile(folder, clang, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(clang, args, { cwd: folder, stdio: ['ignore', 'inherit', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0 ? resolve() : reject(new Error(`${clang} ${args.join(' ')}\n${said}`)),
    );
  });
}

/** @returns {Buffer} the binary: memory comes from outside, so that who runs it limits it */
export function link(folder, objects, { major }) {
  const options = ['--gc-sections', '--stack-first', `-z,stack-size=${STACK_BYTES}`, '--strip-all', '--import-memory'];
  const symbols = ['--export=__global_base', '--wrap=malloc', '--wrap=calloc', '--wrap=realloc'];
  const args = ['-mexec-model=reactor', `-Wl,${[...options, ...symbols].join(',')}`, '-o', 'libyang.wasm'];
  run(`clang-${major}`, [...TARGET, ...args, ...objects, '-lc-printscan-long-double'], { cwd: folder });
  return readFileSync(`${folder}/libyang.wasm`);
}

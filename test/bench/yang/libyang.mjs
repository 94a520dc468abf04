/**
 * The same as `engine.mjs` for libyang as WebAssembly: DIRECTORY MODULE FILE TIMES. Prints the least time of a round in milliseconds
 * and the most memory the process had in megabytes.
 */
import { readFileSync } from 'node:fs';
import { Context } from '../../../adapters/libyang-wasm/dist/index.js';

const [directory, module, file, times] = process.argv.slice(2);
const context = new Context(
  { directories: [directory], implement: [{ module, features: '*' }] },
  { memory: 2 ** 31, text: 2 ** 28 },
);
const text = readFileSync(file, 'utf8');
let total = Number.POSITIVE_INFINITY;
for (let round = 0; round < Number(times); round += 1) {
  const start = performance.now();
  const { valid, errors } = context.validate({ format: file.endsWith('.json') ? 'json' : 'xml', text });
  total = Math.min(total, performance.now() - start);
  if (!valid) throw new Error(errors.map(({ message }) => message).join('\n'));
}
console.log(JSON.stringify({ total, validation: 0, megabytes: process.resourceUsage().maxRSS / 1024 }));

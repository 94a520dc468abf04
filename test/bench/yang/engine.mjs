/**
 * One measurement of the engine in a process of its own: DIRECTORY MODULE FILE TIMES. Reads and validates the file that often and
 * prints the least time of a round in milliseconds, that of validation in it, and the most memory the process had in megabytes.
 */
import { readFileSync } from 'node:fs';
import { decodeJson, decodeXmlText, parseJson, validate } from '../../../dist/src/data/index.js';
import { compile, directories } from '../../../dist/src/yang/index.js';

const [directory, module, file, times] = process.argv.slice(2);
const schema = compile({ sources: directories([directory]), implement: [module] });
const text = readFileSync(file, 'utf8');
const read = file.endsWith('.json')
  ? () => decodeJson(schema.root, parseJson(text), { schema })
  : () => decodeXmlText(schema.root, text, { schema });
let total = Number.POSITIVE_INFINITY;
let validation = Number.POSITIVE_INFINITY;
for (let round = 0; round < Number(times); round += 1) {
  const start = performance.now();
  const tree = read();
  const middle = performance.now();
  validate(tree, { schema });
  const end = performance.now();
  total = Math.min(total, end - start);
  validation = Math.min(validation, end - middle);
}
console.log(JSON.stringify({ total, validation, megabytes: process.resourceUsage().maxRSS / 1024 }));

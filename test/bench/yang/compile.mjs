/**
 * One compilation in a process of its own: [CACHE]. Compiles all modules that a node serves, for its own endpoint and for those of
 * agents, from the files to the schemas, or takes them from the cache; prints the milliseconds and the processor time of all threads.
 */
import { compileModels } from '../../../dist/src/node/modules.js';

const [cache] = process.argv.slice(2);
const before = process.cpuUsage();
const start = performance.now();
compileModels({ yang: [], features: new Map(), pluginModules: [], cache });
const time = performance.now() - start;
const { user } = process.cpuUsage(before);
console.log(JSON.stringify({ time, user: user / 1000 }));

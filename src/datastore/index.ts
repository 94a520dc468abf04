export { datastoreMigrations } from './database.js';
export { Running, type RunningChange } from './running.js';
export { type DecodeStored, decodeStored, readStored, replaceStored, type Stored, type Version } from './stored.js';

export { datastoreMigrations } from './database.js';
export { Running, type RunningChange } from './running.js';

export { Candidate } from './candidate.js';
export { datastoreMigrations } from './database.js';
export { UrlFiles } from './files.js';
export { type Lock, Locks, lockDenied } from './locks.js';
export { DATASTORES, type DatastoreName, isWritable, type WritableDatastore } from './names.js';
export { type Change, type ResourceVersion, Running, type RunningChange, type RunningOptions } from './running.js';
export { Startup, type StartupOptions } from './startup.js';
export { type DecodeStored, decodeStored, readStored, replaceStored, type Stored, type Version } from './stored.js';
export { differenceOf } from './whole.js';

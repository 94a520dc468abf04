import { accessMigrations } from '../access/index.js';
import { agentMigrations } from '../agents/index.js';
import { auditMigrations } from '../audit/index.js';
import { contextMigrations } from '../contexts/index.js';
import { datastoreMigrations } from '../datastore/index.js';
import { eventMigrations } from '../events/index.js';
import { keyMigrations } from '../keys/index.js';
import { loopMigrations } from '../loops/index.js';
import { serverMigrations } from '../server/index.js';
import { sessionMigrations } from '../sessions/index.js';
import type { Migration } from '../store/index.js';
import { taskMigrations } from '../tasks/index.js';
import { workflowMigrations } from '../workflows/index.js';

/** The tables of all rooms. */
export const MIGRATIONS: readonly Migration[] = [
  ...eventMigrations,
  ...auditMigrations,
  ...datastoreMigrations,
  ...keyMigrations,
  ...accessMigrations,
  ...serverMigrations,
  ...agentMigrations,
  ...contextMigrations,
  ...taskMigrations,
  ...sessionMigrations,
  ...loopMigrations,
  ...workflowMigrations,
];

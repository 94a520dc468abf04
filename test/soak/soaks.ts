/** Every soak by its name: a new one is a line here. */

import { documentsSoak, schemasSoak } from '../fuzz/soak.js';
import { agentsSoak } from './agents/soak.js';
import { clockSoak } from './clock/soak.js';
import { commitsSoak } from './commits/soak.js';
import { crashSoak } from './crash/soak.js';
import { damageSoak } from './damage/soak.js';
import { handlersSoak } from './handlers/soak.js';
import { lawsSoak } from './laws.js';
import { loopsSoak } from './loops/soak.js';
import { recordsSoak } from './records.js';
import { sessionNodesSoak } from './session-nodes/soak.js';
import { sessionsSoak } from './sessions/soak.js';
import type { Soak } from './soak.js';
import { trustSoak } from './trust/soak.js';
import { unreadSoak } from './unread/soak.js';
import { usersSoak } from './users/soak.js';
import { workflowsSoak } from './workflows/soak.js';

export const SOAKS: ReadonlyMap<string, Soak> = new Map([
  ['schemas', schemasSoak],
  ['documents', documentsSoak],
  ['laws', lawsSoak],
  ['crash', crashSoak],
  ['commits', commitsSoak],
  ['agents', agentsSoak],
  ['loops', loopsSoak],
  ['handlers', handlersSoak],
  ['records', recordsSoak],
  ['unread', unreadSoak],
  ['users', usersSoak],
  ['damage', damageSoak],
  ['clock', clockSoak],
  ['workflows', workflowsSoak],
  ['trust', trustSoak],
  ['sessions', sessionsSoak],
  ['session-nodes', sessionNodesSoak],
]);

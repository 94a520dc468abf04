/** Who is measured, in this order. yangent goes first. */
import { dbos } from './dbos.js';
import { langgraph } from './langgraph.js';
import { restate } from './restate.js';
import type { WorkflowSystem } from './system.js';
import { yangent } from './yangent.js';

export const SYSTEMS: readonly WorkflowSystem[] = [yangent, dbos, restate, langgraph];

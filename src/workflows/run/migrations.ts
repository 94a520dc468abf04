/** The traces of migrations in a run: the graphs that it executed before, and the nodes that have other names by now. */
import { isObject } from '../../data/index.js';
import type { Entry } from './journal.js';
import type { Progress, RunRecord } from './record.js';

/** The graph of a run. */
export type GraphOfRun = Pick<RunRecord, 'digest' | 'version' | 'revision'>;

/** A node that has another name in the graph to which a run is migrated. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** The content of the journal entry of a migration. */
export interface MigrationEntry {
  readonly map: readonly Renamed[];
  /** Nodes that the graph lacks, and which had not begun. */
  readonly gone: readonly string[];
}

/** Action of a person by which a run gets another graph. */
export const MIGRATE = 'migrate';

/** Returns the graph that a run executed when an event was its last one. @param sequence number of the event; 0: before the first one */
export function graphAt(run: GraphOfRun & Pick<RunRecord, 'progress'>, sequence: number): GraphOfRun {
  return run.progress.past?.find(({ until }) => sequence <= until) ?? run;
}

/** Returns the present name of the node whose tasks have another name in their identifiers. */
export function nodeOfTask({ renamed = [] }: Progress, name: string): string {
  return renamed.find(({ from }) => from === name)?.to ?? name;
}

/** Returns how a migration changed the names of steps, as the journal tells; undefined for an entry about something else. */
export function migrationIn({ kind, data }: Pick<Entry, 'kind' | 'data'>): MigrationEntry | undefined {
  if (kind !== 'action' || data.action !== MIGRATE) return undefined;
  const { map, gone } = data;
  return {
    map: Array.isArray(map) ? map.filter(isRenamed) : [],
    gone: Array.isArray(gone) ? gone.filter((each) => typeof each === 'string') : [],
  };
}

function isRenamed(value: unknown): value is Renamed {
  return isObject(value) && typeof value.from === 'string' && typeof value.to === 'string';
}

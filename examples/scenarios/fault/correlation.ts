/** Cross-domain correlation of the OSS, by topology and time: which return link explains what several domains tell. */
import { type LinePlan, linesToCore, type NetworkPlan } from '../stage/index.js';
import type { FaultEvent } from './event-analysis.js';

/** A line that explains events of more than one source. */
export interface Suspect {
  readonly line: string;
  /** The far end, where what hangs on the line is. */
  readonly site: string;
  /** Base stations that have their return link over it. */
  readonly stations: readonly string[];
  readonly explained: readonly FaultEvent[];
  readonly unexplained: readonly FaultEvent[];
}

export interface CorrelationOptions {
  /** Milliseconds: events that began further apart have nothing to do with each other. */
  readonly window: number;
}

/** The line that explains most; undefined where no line explains events of two kinds. */
export function correlate(
  events: readonly FaultEvent[],
  plan: NetworkPlan,
  { window }: CorrelationOptions,
): Suspect | undefined {
  const suspects = plan.lines.flatMap((line): Suspect[] => {
    const stations = stationsBehind(plan, line);
    const onTopology = events.filter((event) => explains(line, stations, event, plan));
    const explained = together(onTopology, window);
    const sources = new Set(explained.map(({ kind }) => kind));
    if (sources.size < 2 || isContradicted(explained, stations)) return [];
    const unexplained = events.filter((event) => !explained.includes(event));
    return [{ line: line.name, site: farSite(plan, line), stations, explained, unexplained }];
  });
  return suspects.sort((a, b) => b.explained.length - a.explained.length)[0];
}

/** Base stations that lose the core when the line is gone. */
export function stationsBehind(plan: NetworkPlan, line: LinePlan): readonly string[] {
  return plan.baseStations
    .filter(({ router }) => linesToCore(plan, router, (each) => each !== line) === undefined)
    .map(({ name }) => name);
}

function explains(line: LinePlan, stations: readonly string[], event: FaultEvent, plan: NetworkPlan): boolean {
  switch (event.kind) {
    case 'line-down':
      return event.line === line.name;
    case 'base-stations-out':
      return event.stations.every((name) => stations.includes(name));
    case 'complaint':
      return plan.baseStations.some(({ name, site }) => site === event.site && stations.includes(name));
    default:
      return event satisfies never;
  }
}

/** The events that began within one window of the first incident; complaints come later and have as long again. */
function together(events: readonly FaultEvent[], window: number): readonly FaultEvent[] {
  const begun = events.filter(({ kind }) => kind !== 'complaint').map(({ since }) => since);
  const first = Math.min(...begun, ...(begun.length === 0 ? events.map(({ since }) => since) : []));
  return events.filter(({ kind, since }) => since - first <= (kind === 'complaint' ? 2 * window : window));
}

/** A base station behind the line that still serves says that the line works. */
function isContradicted(explained: readonly FaultEvent[], stations: readonly string[]): boolean {
  const out = new Set(explained.flatMap((event) => (event.kind === 'base-stations-out' ? event.stations : [])));
  return out.size > 0 && stations.some((name) => !out.has(name));
}

function farSite({ core, routers }: NetworkPlan, { ends }: LinePlan): string {
  const far = ends.find(({ router }) => router !== core) ?? ends[1];
  return routers.find(({ name }) => name === far.router)?.site ?? far.router;
}

/** Cross-domain correlation and diagnosis of the scenario fault, by themselves. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correlate, stationsBehind } from '../../examples/scenarios/fault/correlation.js';
import { diagnose, type EndReading, readDiagnosis } from '../../examples/scenarios/fault/diagnosis.js';
import { complaintOf, EventMemory, type FaultEvent } from '../../examples/scenarios/fault/event-analysis.js';
import { readIncident } from '../../examples/scenarios/fault/incident.js';
import { PLAN } from '../../examples/scenarios/fault/plan.js';
import { linesToCore, SimulatedNetwork } from '../../examples/scenarios/stage/index.js';

const NORTH = ['bs-northfield', 'bs-hillside', 'bs-lakeside'];
const WINDOW = 10_000;

const outage = (stations: readonly string[], since = 0): FaultEvent => ({
  kind: 'base-stations-out',
  from: 'wireless-fault',
  since,
  stations,
});
const lineDown = (line: string, since = 0): FaultEvent => ({ kind: 'line-down', from: 'ip-fault', since, line });
const complaint = (text: string, since = 0) => complaintOf('customer-care', text, PLAN, since);
const suspectOf = (...events: readonly FaultEvent[]) => correlate(events, PLAN, { window: WINDOW });

describe('cross-domain correlation', () => {
  it('finds the return link that the outage, the line and the complaints have in common', () => {
    const events = [
      outage(NORTH),
      lineDown('line-north'),
      complaint('no signal in Lakeside'),
      complaint('slow in Southbay'),
    ];
    expect(suspectOf(...events)).toEqual({
      line: 'line-north',
      site: 'Northfield',
      stations: NORTH,
      explained: events.slice(0, 3),
      unexplained: events.slice(3),
    });
  });

  it('suspects a return link of which the IP domain says nothing, when all behind it are out and users complain', () => {
    expect(suspectOf(outage(NORTH), complaint('nothing works in Hillside'))).toMatchObject({ line: 'line-north' });
  });

  it('needs two kinds of evidence', () => {
    expect(suspectOf(outage(NORTH))).toBeUndefined();
    expect(suspectOf(lineDown('line-north'))).toBeUndefined();
    expect(suspectOf(complaint('dead in Lakeside'), complaint('dead in Northfield'))).toBeUndefined();
  });

  it('clears a line over which a base station still serves', () => {
    expect(suspectOf(outage(['bs-hillside', 'bs-lakeside']), lineDown('line-north'))).toBeUndefined();
  });

  it('does not blame a line for base stations behind another one', () => {
    expect(suspectOf(outage(['bs-southbay']), lineDown('line-north'))).toBeUndefined();
  });

  it('holds apart what began at different times', () => {
    expect(suspectOf(outage(NORTH, 0), lineDown('line-north', WINDOW + 1))).toBeUndefined();
    expect(suspectOf(outage(NORTH, 0), lineDown('line-north', WINDOW))).toBeDefined();
  });

  it('gives complaints twice as long', () => {
    const late = (since: number) =>
      suspectOf(outage(NORTH), lineDown('line-north'), complaint('dead in Lakeside', since));
    expect(late(2 * WINDOW)?.explained).toHaveLength(3);
    expect(late(2 * WINDOW + 1)?.unexplained).toHaveLength(1);
  });

  it('comes to the same result in whatever order the events came', () => {
    const events = [
      outage(NORTH),
      lineDown('line-north', 40),
      complaint('dead in Lakeside', 900),
      lineDown('line-south', 50),
    ];
    const names = (suspect: ReturnType<typeof suspectOf>) => [suspect?.line, suspect?.explained.length];
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
        expect(names(suspectOf(...shuffled))).toEqual(['line-north', 3]);
      }),
    );
  });

  it('forgets what is over', () => {
    const memory = new EventMemory();
    const seen: (readonly FaultEvent[])[] = [];
    memory.changes.subscribe((events) => seen.push(events));
    memory.raise(lineDown('line-north'));
    memory.raise(outage(NORTH));
    memory.clear('line-down', ['line-north']);
    expect(seen.at(-1)).toEqual([outage(NORTH)]);
  });
});

describe('the inventory', () => {
  it('knows over which lines a router reaches the core, and who hangs on a line', () => {
    expect(linesToCore(PLAN, 'agg-south')?.map(({ name }) => name)).toEqual(['line-south']);
    expect(linesToCore(PLAN, 'core-1')).toEqual([]);
    expect(linesToCore(PLAN, 'agg-south', ({ name }) => name !== 'line-south')).toBeUndefined();
    expect(PLAN.lines.map((line) => stationsBehind(PLAN, line))).toEqual([NORTH, ['bs-southbay']]);
  });
});

describe('an incident', () => {
  it('is refused unless it is one', () => {
    const incident = { kind: 'line-down', state: 'raised', objects: ['line-north'], since: '2026-11-21T12:00:00Z' };
    expect(readIncident(incident)).toEqual(incident);
    // A list of one that passed through XML.
    expect(readIncident({ ...incident, objects: 'line-north' })).toEqual(incident);
    for (const wrong of [{ kind: 'x' }, { state: 'x' }, { objects: [] }, { since: 'yesterday' }])
      expect(readIncident({ ...incident, ...wrong })).toBeUndefined();
    expect(readIncident('line-down')).toBeUndefined();
  });
});

describe('the diagnosis of a line', () => {
  const line = new SimulatedNetwork(PLAN).line('line-north');
  const ends = (a: Partial<EndReading>, b: Partial<EndReading>): [EndReading, EndReading] => {
    const [first, last] = line.ends;
    const common = { enabled: true, up: false, since: '', sends: 0.5 };
    return [
      { ...first, ...common, ...a },
      { ...last, ...common, ...b },
    ];
  };

  it('says a cut, and where, when both ends measure the same place', () => {
    expect(diagnose(line, ends({ reflection: 12.4 }, { reflection: 19.2 }))).toMatchObject({
      cause: 'cut',
      automatic: false,
      place: { from: 'core-1', km: 12.4 },
    });
  });

  it('does not guess when the ends measure different places', () => {
    const diagnosis = diagnose(line, ends({ reflection: 12.4 }, { reflection: 5 }));
    expect(diagnosis).toMatchObject({ cause: 'unknown', automatic: false });
    expect(diagnosis.place).toBeUndefined();
  });

  it('says when it can be repaired from afar', () => {
    expect(diagnose(line, ends({ enabled: false }, {}))).toMatchObject({
      cause: 'switched-off',
      automatic: true,
      recommendation: 'switch core-1 xe-0/0/1 on',
    });
  });

  it('says that nothing is wrong', () => {
    expect(diagnose(line, ends({ up: true }, { up: true }))).toMatchObject({ cause: 'none' });
  });

  it('is read back as it was sent, and not from anything else', () => {
    const diagnosis = diagnose(line, ends({ reflection: 12.4 }, { reflection: 19.2 }));
    expect(readDiagnosis(JSON.parse(JSON.stringify(diagnosis)))).toEqual(diagnosis);
    expect(() => readDiagnosis({ line: 'line-north' })).toThrow('this is no diagnosis of a line');
  });
});

describe('the simulated network', () => {
  it('splices a line only in sight of the break', () => {
    const network = new SimulatedNetwork(PLAN);
    network.cut('line-north', 12.4);
    expect(network.reachesCore('agg-north')).toBe(false);
    expect(network.splice('line-north', 14)).toBe(false);
    expect(network.splice('line-south', 12.4)).toBe(false);
    expect(network.splice('line-north', 12.5)).toBe(true);
    expect(network.reachesCore('agg-north')).toBe(true);
  });

  it('lets each end measure light and the distance of a break', () => {
    const network = new SimulatedNetwork(PLAN);
    const [first, last] = network.line('line-north').ends;
    expect(network.optics(first)).toEqual({ 'tx-power': '0.5', 'rx-power': '-7.4' });
    network.cut('line-north', 12.4);
    expect(network.optics(first)).toEqual({ 'tx-power': '0.5', 'reflection-distance': '12.4' });
    expect(network.optics(last)).toEqual({ 'tx-power': '0.5', 'reflection-distance': '19.2' });
    network.setEnabled(last, false);
    expect(network.optics(last)).toEqual({});
    expect(() => network.line('line-west')).toThrow('it has line-north, line-south');
  });
});

/** What the IP domain says of one of its lines: made of what both its ends measure. */
import { type LinePlan, membersIn, textIn } from '../stage/index.js';

/** What a router says of its end of a line. */
export interface EndReading {
  readonly router: string;
  readonly interface: string;
  readonly enabled: boolean;
  readonly up: boolean;
  /** Since when it is up or down; RFC 3339. */
  readonly since: string;
  /** dBm. */
  readonly sends?: number;
  readonly receives?: number;
  /** Kilometres from this end to where the light is thrown back. */
  readonly reflection?: number;
}

export type Cause = 'none' | 'switched-off' | 'cut' | 'unknown';

export interface Diagnosis {
  readonly line: string;
  readonly cause: Cause;
  readonly explanation: string;
  readonly recommendation: string;
  /** Whether the IP domain can repair it without people. */
  readonly automatic: boolean;
  /** Of a cut. */
  readonly place?: { readonly from: string; readonly km: number };
}

/** How far the two measurements of one break may be apart, in kilometres. */
const TOLERANCE_KM = 0.3;

export function diagnose(line: LinePlan, ends: readonly [EndReading, EndReading]): Diagnosis {
  const [a, b] = ends;
  const off = ends.filter(({ enabled }) => !enabled);
  if (ends.every(({ up }) => up)) {
    const explanation = `${nameOf(a)} and ${nameOf(b)} are up and receive light`;
    return {
      line: line.name,
      cause: 'none',
      explanation,
      recommendation: 'nothing needs to be done',
      automatic: false,
    };
  }
  if (off.length > 0) {
    const names = off.map(nameOf).join(' and ');
    return {
      line: line.name,
      cause: 'switched-off',
      explanation: `${names} is switched off in configuration`,
      recommendation: `switch ${names} on`,
      automatic: true,
    };
  }
  const isDark = ends.every(({ sends, receives }) => sends !== undefined && receives === undefined);
  const place = breakIn(line, ends);
  if (isDark && place) {
    return {
      line: line.name,
      cause: 'cut',
      explanation: `both ends send light and neither receives any; it is thrown back ${place.km.toFixed(1)} km from ${place.from}`,
      recommendation: `send a field engineer to splice the fibre ${place.km.toFixed(1)} km from ${place.from}`,
      automatic: false,
      place,
    };
  }
  return {
    line: line.name,
    cause: 'unknown',
    explanation: `${ends.map(say).join('; ')}`,
    recommendation: 'send a field engineer to both ends',
    automatic: false,
  };
}

/** Where the line is broken: both ends must measure the same place. */
function breakIn({ km }: LinePlan, [a, b]: readonly [EndReading, EndReading]): Diagnosis['place'] {
  if (a.reflection === undefined || b.reflection === undefined) return undefined;
  return Math.abs(a.reflection + b.reflection - km) <= TOLERANCE_KM ? { from: a.router, km: a.reflection } : undefined;
}

export function nameOf({ router, interface: name }: Pick<EndReading, 'router' | 'interface'>): string {
  return `${router} ${name}`;
}

/** An end in words. */
export function say(end: EndReading): string {
  const sends = end.sends === undefined ? 'sends no light' : `sends ${end.sends.toFixed(1)} dBm`;
  const receives = end.receives === undefined ? 'receives none' : `receives ${end.receives.toFixed(1)} dBm`;
  const state = end.enabled ? (end.up ? 'up' : 'down') : 'switched off';
  return `${nameOf(end)} is ${state}, ${sends} and ${receives}`;
}

const CAUSES: readonly Cause[] = ['none', 'switched-off', 'cut', 'unknown'];

/** A diagnosis that another agent sent. @throws Error when it is none */
export function readDiagnosis(value: unknown): Diagnosis {
  const diagnosis = membersIn(value);
  const { automatic } = diagnosis;
  const cause = CAUSES.find((each) => each === textIn(diagnosis, 'cause'));
  const [line, explanation, recommendation] = ['line', 'explanation', 'recommendation'].map((name) =>
    textIn(diagnosis, name),
  );
  if (!cause || line === undefined || explanation === undefined || recommendation === undefined)
    throw new Error(`this is no diagnosis of a line: ${JSON.stringify(value)}`);
  const place = membersIn(diagnosis.place);
  const from = textIn(place, 'from');
  const km = Number(place.km);
  return {
    line,
    cause,
    explanation,
    recommendation,
    automatic: automatic === true,
    ...(from !== undefined && Number.isFinite(km) && { place: { from, km } }),
  };
}

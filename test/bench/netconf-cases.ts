/** What is asked over NETCONF, and how two servers are measured with it in turn. */
import { type Figure, median } from './figure.js';
import { EXPECTED, NETCONF } from './interfaces.js';
import { type Load, type NetconfLoad, type NetconfStep, netconfLoad } from './load/index.js';

/** One line of the report. */
export interface Case {
  readonly what: string;
  readonly steps: readonly NetconfStep[];
  readonly sessions: number;
  readonly pipelined?: number;
  readonly finally?: NetconfStep;
}

const GET_ONE: NetconfStep = { operation: NETCONF.getOne, expect: EXPECTED.one };
/** That what was answered with ok is there. */
const NOTED: NetconfStep = { operation: NETCONF.getOne, expect: EXPECTED.noted };
const editOne = (target: 'running' | 'candidate'): NetconfStep => ({
  operation: NETCONF.editOne(target),
  expect: EXPECTED.ok,
});
const COMMIT: NetconfStep = { operation: NETCONF.commit, expect: EXPECTED.ok };

type What = Omit<Case, 'sessions'>;
const each = (counts: readonly number[], what: What): readonly Case[] =>
  counts.map((sessions) => ({ ...what, what: `${what.what}, ${counted(sessions, 'session')}`, sessions }));

const getAll = (entries: number): What => ({
  what: `get of ${entries.toLocaleString('en')}`,
  steps: [{ operation: NETCONF.getAll, expect: EXPECTED.all(entries) }],
});
const getOne = (entries: number): What => ({
  what: `get-config of one in ${entries.toLocaleString('en')}`,
  steps: [GET_ONE],
});
const edit = (entries: number): What => ({
  what: `edit running, one leaf in ${entries.toLocaleString('en')}`,
  steps: [editOne('running')],
  finally: NOTED,
});

/** The cases that need running to be what clients edit, and those that need the candidate: netconfd has one or the other. */
export const runningCases = (entries: number): readonly Case[] => [
  ...each([1, 8], getAll(entries)),
  ...each([1, 8], getOne(entries)),
  ...each([1, 8], edit(entries)),
  ...each([1], { ...edit(entries), what: `${edit(entries).what}, 8 requests under way`, pipelined: 8 }),
];
export const candidateCases = (): readonly Case[] =>
  each([1, 8], { what: 'edit candidate + commit', steps: [editOne('candidate'), COMMIT] }).map((one) =>
    one.sessions === 1 ? { ...one, finally: NOTED } : one,
  );
/** At lengths where a list as a whole says little by the second. */
export const longCases = (entries: number): readonly Case[] => [
  ...each([1], getAll(entries)),
  ...each([1], getOne(entries)),
  ...each([1], edit(entries)),
];

/** Where a server is, and who may log in. */
export type Server = Pick<NetconfLoad, 'host' | 'port' | 'username' | 'password' | 'privateKey'>;

export interface Measured extends Case {
  readonly entries: number;
  readonly own: Server;
  /** Absent where no peer is installed. */
  readonly peer?: Server | undefined;
}

/** All are measured in turn, so that whatever else the machine does meets each. */
const ROUNDS = 3;
const TIME = { warmUp: 500, measured: 1_500 };

interface Round {
  readonly own: Load;
  readonly peer: Load | undefined;
}

export async function figureOf(measured: Measured, rounds = ROUNDS): Promise<Figure> {
  const [figure] = await figuresOf([measured], rounds);
  if (figure === undefined) throw new Error(`${measured.what}: nothing was measured`);
  return figure;
}

export async function figuresOf(all: readonly Measured[], rounds = ROUNDS): Promise<readonly Figure[]> {
  const sides = all.map((measured) => ({ measured, loads: [] as Round[] }));
  for (let round = 1; round <= rounds; round++) {
    for (const { measured, loads } of sides) loads.push(await roundOf(measured));
  }
  return sides.map(({ measured, loads }) => figure(measured.what, loads));
}

async function roundOf({ own, peer, what, ...load }: Measured): Promise<Round> {
  return {
    own: await netconfLoad({ ...load, ...own }, TIME),
    peer: peer && (await netconfLoad({ ...load, ...peer }, TIME)),
  };
}

function figure(what: string, loads: readonly Round[]): Figure {
  const runs = loads.map((each) => each.own.perSecond);
  const rates = loads.flatMap((each) => each.peer?.perSecond ?? []);
  return {
    what: `NETCONF ${what}`,
    value: median(runs),
    unit: '/s',
    runs,
    p50: median(loads.map((each) => each.own.p50)),
    p99: median(loads.map((each) => each.own.p99)),
    peer: rates.length > 0 ? { name: 'netconfd', value: median(rates), runs: rates } : undefined,
  };
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

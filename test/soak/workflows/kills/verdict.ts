/** Judges the runs that went through kills. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenChain, type Journaled } from '../journal.js';
import { KINDS, kindOf } from './graphs.js';
import { rowsLeft } from './rows.js';
import { type Effect, readEffects } from './worker.js';

interface Ended extends Journaled {
  readonly definition: string;
  readonly state: string;
  readonly step: readonly {
    readonly node: string;
    readonly item: number;
    readonly generation: number;
    readonly state: string;
    readonly task?: readonly string[];
    readonly output?: { readonly effect?: { readonly key?: string } };
  }[];
}

const FINAL: ReadonlySet<unknown> = new Set(['completed', 'failed', 'canceled', 'skipped']);

/** Says what is wrong. @param count number of runs that were started */
export function faultsOf(directory: string, count: number): readonly string[] {
  const runs: readonly Ended[] = JSON.parse(readFileSync(join(directory, 'runs.json'), 'utf8'));
  const ofRuns = runs.flatMap((run) =>
    [...endOf(run), ...stepsOf(run)].map((fault) => `run ${run.id} of ${run.definition}: ${fault}`),
  );
  return [
    ...numberOf(runs, count),
    ...ofRuns,
    ...effectsOf(runs, readEffects(join(directory, 'effects'))),
    ...rowsLeft(join(directory, 'data')),
  ];
}

/** Each run was started once, and each step of type workflow had one child. */
function numberOf(runs: readonly Ended[], count: number): readonly string[] {
  const wanted = new Map<string, number>();
  const want = (kind: string) => wanted.set(kind, (wanted.get(kind) ?? 0) + 1);
  for (let number = 0; number < count; number++) {
    want(kindOf(number));
    if (kindOf(number) === 'call') want('called');
  }
  return [...wanted].flatMap(([kind, number]) => {
    const found = runs.filter(({ definition }) => definition === kind).length;
    return found === number ? [] : [`${found} runs of ${kind} instead of ${number}`];
  });
}

function endOf(run: Ended): readonly string[] {
  const kind = KINDS[run.definition];
  if (!kind) return ['it is of no known kind'];
  const states = Object.fromEntries(run.step.map((step) => [placeOf(step), step.state.replace(/^.*:/, '')]));
  const broken = brokenChain(run);
  return [
    ...(run.state === kind.state ? [] : [`it is ${run.state} instead of ${kind.state}`]),
    ...(isSame(states, kind.steps) ? [] : [`its steps ended as ${JSON.stringify(states)}`]),
    ...(broken === undefined ? [] : [broken]),
  ];
}

/** Each step ended once, with one task, and its output is that of its own effect. */
function stepsOf({ id, step: steps, event }: Ended): readonly string[] {
  return steps.flatMap((step) => {
    const place = placeOf(step);
    const ends = event.filter((each) => each.kind === 'step' && isEnd(each) && placeOf(each) === place).length;
    const key = step.output?.effect?.key;
    const tasks = step.task?.length ?? 0;
    return [
      ...(ends === 1 ? [] : [`step ${place} ended ${ends} times`]),
      ...(tasks <= 1 ? [] : [`step ${place} had ${tasks} tasks`]),
      ...(step.generation === 1 ? [] : [`step ${place} has generation ${step.generation}`]),
      ...(key === undefined || key.endsWith(`/${id}/${place};g=1`) ? [] : [`step ${place} has the result of ${key}`]),
    ];
  });
}

function isEnd({ data }: Ended['event'][number]): boolean {
  return typeof data === 'object' && data !== null && 'state' in data && FINAL.has(data.state);
}

/** Each effect took place once, for the key that all attempts of its task had. */
function effectsOf(runs: readonly Ended[], effects: readonly Effect[]): readonly string[] {
  const wanted = runs.flatMap(({ id, definition }) =>
    (KINDS[definition]?.effects ?? []).map((place) => `/${id}/${place};g=1`),
  );
  const accepted = effects
    .filter(({ what }) => what === 'accept')
    .map(({ key }) => key.replace(/^agent-task:[^/]*/, ''));
  const keys = new Map<string, Set<string>>();
  for (const { task, key } of effects) keys.set(task, (keys.get(task) ?? new Set()).add(key));
  const twice = accepted.filter((key, index) => accepted.indexOf(key) !== index);
  return [
    ...twice.map((key) => `the effect ${key} took place twice`),
    ...wanted.filter((key) => !accepted.includes(key)).map((key) => `the effect ${key} is missing`),
    ...accepted.filter((key) => !wanted.includes(key)).map((key) => `the effect ${key} should not have been`),
    ...[...keys].filter(([, of]) => of.size > 1).map(([task, of]) => `task ${task} had the keys ${[...of].join(' ')}`),
  ];
}

function placeOf({ node, item }: { readonly node?: unknown; readonly item?: unknown }): string {
  return item === undefined || item === 0 ? String(node) : `${node}.${item}`;
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** The fault agent of the IP network: watches lines, tells the OSS when one is interrupted, diagnoses and repairs what it can. */
import { debounceTime, map, merge, scan, tap } from 'rxjs';
import { type AgentRun, closedLoop, type DeviceDocument, defineAgent, type SkillTask, TaskFailure } from 'yangent';
import {
  type Desk,
  jsonArtifact,
  type LinePlan,
  membersIn,
  type NetworkPlan,
  type Stage,
  textIn,
} from '../../stage/index.js';
import { diagnose, type EndReading, nameOf, say } from '../diagnosis.js';
import { ABOUT, type Incident } from '../incident.js';
import { endIn, LINE_DATA, readEnds, switchOn } from '../lines.js';

const SETTLED = 200;
/** Milliseconds: the longest time without a look at a router that says nothing. */
const POLL = 15_000;

export function ipFault(desk: Desk, { paced }: Pick<Stage, 'paced'>, plan: NetworkPlan) {
  return defineAgent({
    id: desk.id,
    profile: {
      name: 'IRTF-yangent-IP-0.1.0',
      alias: 'IP network fault agent',
      description: 'Watches lines between routers, diagnoses them and repairs what can be repaired from afar',
      type: 'fault-management',
      version: '0.1.0',
      provider: 'yangent',
      domain: 'IP',
      'management-object': plan.lines.map(({ name }) => name).join(', '),
      skills: {
        skill: [
          skill('diagnose-line', 'finds out why a line is down, and recommends what to do', [
            'line',
            'diagnosis',
            'fault',
          ]),
          skill('check-line', 'asks both ends of a line whether it carries traffic', ['line', 'check']),
          skill('repair-line', 'switches a line on that is switched off', ['line', 'repair']),
        ],
      },
    },
    skills: {
      /** Input `{ line }`. */
      'diagnose-line': async (task, run) => {
        const line = lineOf(task, plan);
        await run.progress(20, `asking ${line.ends.map(({ router }) => router).join(' and ')} over NETCONF`);
        const diagnosis = diagnose(line, await readEnds(run.devices, line));
        const value = `${line.name}: ${diagnosis.explanation}. Recommendation: ${diagnosis.recommendation}.`;
        return {
          artifacts: [{ name: 'summary', modality: 'text', value }, jsonArtifact('diagnosis', diagnosis)],
        };
      },
      /** Input `{ line }`. */
      'check-line': async (task, run) => {
        const ends = await readEnds(run.devices, lineOf(task, plan));
        const data = { up: ends.every(({ up }) => up) };
        return {
          artifacts: [
            { name: 'summary', modality: 'text', value: ends.map(say).join('; ') },
            jsonArtifact('status', data),
          ],
        };
      },
      /** Input `{ line }`. */
      'repair-line': (task, run) => repair(lineOf(task, plan), run),
    },
    loops: [linesUp(desk, paced(SETTLED), plan)],
  });
}

function skill(name: string, description: string, tags: readonly string[]) {
  return {
    'skill-name': name,
    'skill-description': description,
    'skill-tags': [...tags],
    'input-modes': ['text'],
    'output-modes': ['text'],
  };
}

async function repair(line: LinePlan, run: AgentRun): Promise<string> {
  const before = diagnose(line, await readEnds(run.devices, line));
  if (!before.automatic) {
    throw new TaskFailure('cannot-repair', `${line.name}: ${before.explanation}`, { recovery: ['escalate'] });
  }
  await switchOn(run.devices, await readEnds(run.devices, line));
  const after = diagnose(line, await readEnds(run.devices, line));
  if (after.cause !== 'none')
    throw new TaskFailure('cannot-repair', `${line.name} is still down: ${after.explanation}`);
  return `${line.name}: ${after.explanation}`;
}

/** @throws TaskFailure when the task names no line of this network */
function lineOf({ input }: SkillTask, plan: NetworkPlan): LinePlan {
  const name = textIn(membersIn(input), 'line');
  const line = plan.lines.find((each) => each.name === name);
  if (line) return line;
  const known = plan.lines.map((each) => each.name).join(', ');
  throw new TaskFailure('invalid-input', `the input must name a line: { "line": … }, one of ${known}`);
}

/** The routers' answers, the latest of each. */
type Known = ReadonlyMap<string, DeviceDocument>;

function linesUp(desk: Desk, settled: number, plan: NetworkPlan) {
  /** Lines that the OSS has been told are down. */
  const told = new Set<string>();
  return closedLoop({
    name: 'lines-up',
    goal: 'all lines carry traffic',
    policy: { mode: 'autonomous', 'rate-limit': 60 },

    observe: ({ devices }) =>
      merge(
        ...plan.routers.map(({ name }) =>
          devices.watch(name, LINE_DATA, { poll: POLL }).pipe(map((document) => ({ name, document }))),
        ),
      ).pipe(
        scan((known: Known, { name, document }) => {
          hearChanges(desk, plan, name, known.get(name), document);
          return new Map(known).set(name, document);
        }, new Map<string, DeviceDocument>()),
        debounceTime(settled),
        tap((known) => {
          if (known.size === plan.routers.length) desk.seesAll();
        }),
        map((known) => {
          const lines = plan.lines.flatMap((line) => readingOf(line, known));
          return {
            lines,
            summary: lines.map(({ line, down }) => `${line.name} is ${down.length > 0 ? 'down' : 'up'}`).join('; '),
          };
        }),
      ),

    analyse: ({ lines }) => {
      const fallen = lines.filter(({ line, down }) => down.length > 0 && !told.has(line.name));
      if (fallen.length > 0) {
        const ends = fallen.flatMap(({ down }) => down);
        const since = ends.map((end) => end.since).sort()[0] ?? '';
        const names = fallen.map(({ line }) => line.name);
        const summary = `${names.join(', ')} interrupted: ${ends.map(nameOf).join(' and ')} went down`;
        return { incident: incidentOf('raised', names, since), summary };
      }
      const risen = lines.filter(({ line, down }) => down.length === 0 && told.has(line.name));
      if (risen.length === 0) return undefined;
      const names = risen.map(({ line }) => line.name);
      return {
        incident: incidentOf('cleared', names, new Date().toISOString()),
        summary: `${names.join(', ')} carries traffic again`,
      };
    },

    decide: ({ incident, summary }) => {
      desk.tell('finds', summary, ABOUT[incident.state]);
      return { incident, summary };
    },

    execute: async ({ incident, summary }, { signal }) => {
      const oss = await desk.colleague('oss-fault');
      const order = { type: 'report-incident', objective: summary, input: { ...incident } };
      await oss.ask(order, { text: summary, about: ABOUT[incident.state] }, signal);
      for (const line of incident.objects) {
        if (incident.state === 'raised') told.add(line);
        else told.delete(line);
      }
      return { summary: `the OSS was told: ${summary}` };
    },

    verify: async (_done, { incident }) => ({
      ok: true,
      note: `the OSS took the incident of ${incident.objects.join(', ')}`,
    }),
  });
}

function incidentOf(state: Incident['state'], objects: readonly string[], since: string): Incident {
  return { kind: 'line-down', state, objects, since };
}

/** A line, once both its ends have answered. */
function readingOf(line: LinePlan, known: Known): { readonly line: LinePlan; readonly down: readonly EndReading[] }[] {
  const ends = line.ends.flatMap((end) => {
    const document = known.get(end.router);
    return document ? [endIn(document, end)] : [];
  });
  return ends.length === line.ends.length ? [{ line, down: ends.filter(({ up }) => !up) }] : [];
}

/** Tells of the changes that a router told of over NETCONF. */
function hearChanges(
  desk: Desk,
  { lines }: NetworkPlan,
  router: string,
  before: DeviceDocument | undefined,
  after: DeviceDocument,
): void {
  if (!before) return;
  for (const end of lines.flatMap(({ ends }) => ends).filter((each) => each.router === router)) {
    const { up } = endIn(after, end);
    if (endIn(before, end).up === up) continue;
    const text = `line-status-changed: ${nameOf(end)} is ${up ? 'up' : 'down'}`;
    desk.relay({ from: router, act: 'notifies', to: desk.id, protocol: 'NETCONF', text, about: up ? 'back' : 'lost' });
  }
}

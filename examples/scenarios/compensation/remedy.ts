/** Finding out why a base station is silent, with the IP fault agent where its own data do not tell; and what helps. */
import { type AgentRun, buildPrompt, type SkillTask } from 'yangent';
import { type Desk, dataOf } from '../stage/index.js';
import { readStation, type Station } from './stations.js';
import { flagIn } from './values.js';

export interface Remedy {
  /** `restart` can be done by the fault agent itself; `escalate` is for others. */
  readonly kind: 'restart' | 'escalate';
  readonly reason: string;
}

export interface FindRemedy {
  readonly task: SkillTask;
  readonly run: AgentRun;
  readonly station: string;
}

const AGENT = 'ip-fault';
const TYPE = 'diagnose-return-link';

export async function findRemedy(desk: Desk, { task, run, station: name }: FindRemedy): Promise<Remedy> {
  const station = await readStation(run.devices, name);
  desk.tell('reads', `${name}: ${inWords(station)}`, 'repair');
  // A base station cannot tell a link that is down from a controller of its own that does not look any more.
  const carries = station.returnLink === 'up' || (await askWhetherCarries(desk, { task, run, station: name }));
  const remedy = remedyFor(station, carries);
  desk.tell('finds', remedy.reason, 'repair');
  return remedy;
}

function remedyFor({ name, enabled, inService }: Station, carries: boolean): Remedy {
  if (inService) return { kind: 'escalate', reason: `${name} serves already; somebody else repaired it` };
  if (!enabled) return { kind: 'escalate', reason: `${name} was switched off by an operator, who may have reasons` };
  if (!carries)
    return { kind: 'escalate', reason: `the return link of ${name} is down, and the IP network must repair it` };
  return { kind: 'restart', reason: `the return link of ${name} carries traffic, so its own controller has stopped` };
}

async function askWhetherCarries(desk: Desk, { task, run, station }: FindRemedy): Promise<boolean> {
  const colleague = await desk.colleague(AGENT);
  const description = `${station} reports its return link down. Does the link carry traffic?`;
  const content = buildPrompt({ object: station, description });
  const order = { type: TYPE, 'task-id': `${TYPE} for ${task.id}`, content, input: { station } };
  const result = dataOf(await colleague.ask(order, description, run.signal), 'diagnosis');
  return flagIn(result, 'carries') === true;
}

function inWords({ enabled, inService, returnLink }: Station): string {
  return `${enabled ? 'switched on' : 'switched off'}, ${inService ? 'in service' : 'out of service'}, return link ${returnLink}`;
}

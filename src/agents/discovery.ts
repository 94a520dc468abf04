/** Structured discovery: every condition of the query must hold; what is met is told as the reasons of the match. */
import { entriesOf, isMembers, type Members, membersOf, textOf, textsOf } from './members.js';
import type { AgentRecord, Skill } from './record.js';
import type { AgentState } from './states.js';
import { overlap, wordsOf } from './words.js';

export interface Match {
  readonly agent: AgentRecord;
  readonly state: AgentState;
  /** 0 to 1; 1 is best. */
  readonly score: number;
  readonly reasons: readonly string[];
  /** The skills asked for, or all. */
  readonly skills: readonly string[];
}

export interface Candidate {
  readonly agent: AgentRecord;
  readonly state: AgentState;
}

/** Gives the reason when the condition holds, undefined when it does not. */
type Condition = (candidate: Candidate) => string | undefined;

/** Agents that meet every condition of a `yangent-agents:agent-query` value, best first. */
export function discover(query: Members, candidates: Iterable<Candidate>): Match[] {
  const conditions = conditionsOf(query);
  const text = textOf(query, 'text');
  const words = text === undefined ? undefined : wordsOf(text);
  const wantedSkills = textsOf(query, 'skill');
  const matches: Match[] = [];
  for (const candidate of candidates) {
    const reasons = allReasons(conditions, candidate);
    if (!reasons) continue;
    const similarity = words === undefined ? 1 : overlap(words, agentWords(candidate.agent));
    if (words !== undefined && similarity === 0) continue;
    if (words !== undefined) reasons.push(`text: ${Math.round(similarity * 100)} % of its words describe the agent`);
    const names = candidate.agent.skills.map((skill) => skill.name);
    const skills = wantedSkills.length > 0 ? names.filter((name) => wantedSkills.includes(name)) : names;
    matches.push({ ...candidate, score: similarity, reasons, skills });
  }
  return matches.sort((a, b) => b.score - a.score || (a.agent.id < b.agent.id ? -1 : 1));
}

function allReasons(conditions: readonly Condition[], candidate: Candidate): string[] | undefined {
  const reasons: string[] = [];
  for (const condition of conditions) {
    const reason = condition(candidate);
    if (reason === undefined) return undefined;
    reasons.push(reason);
  }
  return reasons;
}

/** What of an agent each single-valued leaf of the query is compared with. */
const SINGLE: Readonly<Record<string, (agent: AgentRecord) => readonly (string | undefined)[]>> = {
  name: (agent) => [agent.id, agent.name, textOf(agent.profile, 'alias')],
  'digital-identifier': (agent) => [textOf(agent.registration, 'digital-identifier')],
  type: (agent) => [textOf(agent.profile, 'type')],
  provider: (agent) => [textOf(agent.profile, 'provider')],
  domain: (agent) => [agent.domain, textOf(agent.profile, 'domain')],
  'management-object': (agent) => [textOf(agent.profile, 'management-object')],
};

/** What of an agent the values of each leaf-list of the query must all be among. */
const SEVERAL: Readonly<Record<string, (agent: AgentRecord) => readonly string[]>> = {
  skill: (agent) => agent.skills.map((skill) => skill.name),
  tag: (agent) => ofSkills(agent, (skill) => skill.tags),
  'input-mode': (agent) => ofSkills(agent, (skill) => skill.inputModes),
  'output-mode': (agent) => ofSkills(agent, (skill) => skill.outputModes),
  protocol: (agent) => textsOf(membersOf(agent.registration, 'communication'), 'protocol'),
  'interaction-mode': (agent) => textsOf(membersOf(agent.registration, 'communication'), 'interaction-mode'),
  service: (agent) => entriesOf(agent.registration, 'service').flatMap((service) => textOf(service, 'name') ?? []),
};

function ofSkills(agent: AgentRecord, values: (skill: Skill) => readonly string[]): readonly string[] {
  return agent.skills.flatMap(values);
}

function conditionsOf(query: Members): Condition[] {
  const conditions: Condition[] = [];
  for (const [name, read] of Object.entries(SINGLE)) {
    const wanted = textOf(query, name);
    if (wanted === undefined) continue;
    const low = wanted.toLowerCase();
    conditions.push(({ agent }) =>
      read(agent).some((each) => each?.toLowerCase() === low) ? `${name}: ${wanted}` : undefined,
    );
  }
  for (const [name, read] of Object.entries(SEVERAL)) {
    const wanted = textsOf(query, name);
    if (wanted.length === 0) continue;
    conditions.push(({ agent }) => {
      const offered = new Set(read(agent).map((each) => each.toLowerCase()));
      return wanted.every((each) => offered.has(each.toLowerCase())) ? `${name}: ${wanted.join(', ')}` : undefined;
    });
  }
  const states = textsOf(query, 'state');
  conditions.push(({ state }) =>
    (states.length === 0 ? state === 'online' : states.includes(state)) ? `state: ${state}` : undefined,
  );
  if (isMembers(query.near)) conditions.push(nearness(query.near));
  return conditions;
}

const EARTH_RADIUS = 6_371_008.8;

/** Great-circle distance (haversine) from the agent's registered location. */
function nearness(near: Members): Condition {
  const radius = Number(near.radius);
  return ({ agent }) => {
    const { location } = agent.registration;
    if (!isMembers(location)) return undefined;
    const distance = distanceBetween(near, location);
    return distance <= radius ? `near: ${Math.round(distance)} m away` : undefined;
  };
}

function distanceBetween(a: Members, b: Members): number {
  const radians = (degrees: unknown) => (Number(degrees) * Math.PI) / 180;
  const [lat1, lat2] = [radians(a.latitude), radians(b.latitude)];
  const dLat = lat2 - lat1;
  const dLon = radians(b.longitude) - radians(a.longitude);
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

const wordsByAgent = new WeakMap<AgentRecord, ReadonlySet<string>>();

/** The words that describe an agent; records are immutable, so they are made once for each. */
function agentWords(agent: AgentRecord): ReadonlySet<string> {
  const known = wordsByAgent.get(agent);
  if (known) return known;
  const { profile, skills } = agent;
  const texts = [
    agent.id,
    agent.name,
    agent.domain,
    ...['alias', 'description', 'type', 'management-object'].map((name) => textOf(profile, name)),
  ];
  for (const skill of skills) texts.push(skill.name, skill.description, ...skill.tags);
  const words = wordsOf(texts.filter((text) => text !== undefined).join(' '));
  wordsByAgent.set(agent, words);
  return words;
}

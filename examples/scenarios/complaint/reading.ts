/** Reading a complaint: sentence by sentence, by the node's interpreter. */
import type { AgentRun } from 'yangent';
import { INCIDENT_FORM, type Incident, type Mention, mentionIn } from './incident.js';

/** Sentences of one complaint that are read. */
const MOST_SENTENCES = 200;

/** What the sentences say of incidents, in their order. */
export async function mentionsIn(text: string, run: Pick<AgentRun, 'interpret'>): Promise<readonly Mention[]> {
  const mentions: Mention[] = [];
  for (const sentence of sentencesOf(text).slice(0, MOST_SENTENCES)) {
    const understood = await run.interpret(sentence, { incident: INCIDENT_FORM });
    if (understood && 'type' in understood) mentions.push(mentionIn(understood.parameters));
  }
  return mentions.filter(({ over }) => !over);
}

/** A point within a number, or after a single letter, ends no sentence. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])(?<!\b\p{L}\.)\s+|\n+/u)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/**
 * The incidents that the mentions make up. What is said before the first place belongs to that, and what is said without a
 * place belongs to the places named last. A place of which nothing is said is no incident.
 */
export function incidentsOf(mentions: readonly Mention[]): readonly Incident[] {
  const incidents = new Map<string, Incident>();
  let before: Partial<Incident> = {};
  let current: readonly string[] = [];
  for (const { places, over: _, ...mention } of mentions) {
    if (places.length > 0) current = places;
    if (current.length === 0) before = joined(before, mention);
    for (const place of current) incidents.set(place, { ...joined(incidents.get(place) ?? before, mention), place });
    if (current.length > 0) before = {};
  }
  return [...incidents.values()].filter(({ services, symptom }) => services.length > 0 || symptom !== undefined);
}

type Said = Omit<Incident, 'place'>;

/** What was said first of a thing stays; services are added. */
function joined(first: Partial<Said>, next: Partial<Said>): Said {
  return { ...next, ...first, services: [...new Set([...(first.services ?? []), ...(next.services ?? [])])] };
}

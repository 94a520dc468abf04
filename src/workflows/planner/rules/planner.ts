/**
 * The built-in planner. A workflow of the node whose name and description fit the goal is run; else the skill that the goal asks
 * for is done, after the skills that give the values which it needs. The same goal always gives the same graph.
 */
import { type Reading, readText, whichParameters } from '../../../tasks/index.js';
import type { OfferedWork, Offers, Planner, PlanProposal, Wish } from '../planner.js';
import { Draft } from './draft.js';

export const rulesPlanner: Planner = {
  name: 'rules',
  plan: async (wish, offers) => proposalOf(wish, offers),
};

/** Parts of a goal that are done one after the other: `diagnose the link; then restart the port`. */
const PARTS = /\s*(?:;|\band then\b|\bthen\b)\s*/i;
const MOST_PARTS = 8;

function proposalOf(wish: Wish, offers: Offers): PlanProposal {
  const parts = wish.goal.split(PARTS).filter((part) => part !== '');
  if (parts.length > MOST_PARTS) return { question: `What is to be done? Please name at most ${MOST_PARTS} things.` };
  const draft = new Draft(offers.skills, wish);
  for (const part of parts.length === 0 ? [wish.goal] : parts) {
    const found = workFor(part, offers);
    if ('question' in found) return found;
    const lacking = draft.add(found.kind, found.reading);
    if (lacking.length > 0) return { question: whichParameters(found.reading.skill, lacking) };
  }
  return { workflow: draft.workflow() };
}

type Found =
  | { readonly kind: 'workflow' | 'task'; readonly reading: Reading<OfferedWork> }
  | { readonly question: string };

/** Finds what a text asks for: a workflow before a skill. */
function workFor(text: string, { workflows, skills }: Offers): Found {
  const said = { text, answers: [] };
  const workflow = readText(said, workflows);
  if (workflow && 'skill' in workflow) return { kind: 'workflow', reading: workflow };
  const skill = readText(said, skills);
  if (skill && 'skill' in skill) return { kind: 'task', reading: skill };
  return workflow ?? skill ?? { question: unknownTo(text, [...workflows, ...skills]) };
}

const MOST_NAMED = 12;

function unknownTo(text: string, known: readonly OfferedWork[]): string {
  const names = known.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = known.length > MOST_NAMED ? ', …' : '';
  return names.length === 0
    ? 'There is no workflow that you may start and no agent with a skill that you may find, so nothing can be planned.'
    : `No workflow and no skill here is known to do "${text}". What is meant: ${names.join(', ')}${more}?`;
}

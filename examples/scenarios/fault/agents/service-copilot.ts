/** The copilot of the service layer: answers the field engineer from tickets, and has the resource layer asked what it does not know. */
import { defineAgent, type SkillTask, TaskFailure } from 'yangent';
import type { Desk, NetworkPlan, TicketClient, TroubleTicket } from '../../stage/index.js';
import { lineIn } from '../line-in-words.js';

export function serviceCopilot(desk: Desk, plan: NetworkPlan, tickets: TicketClient) {
  /** Asks the copilot below in plain words, as a person would. */
  const below = async (question: string, signal: AbortSignal): Promise<string> => {
    const resource = await desk.colleague('resource-copilot');
    const { artifact } = await resource.ask({ objective: question }, question, signal);
    return artifact.flatMap(({ value }) => value ?? []).join('\n');
  };
  return defineAgent({
    id: desk.id,
    profile: {
      name: 'IRTF-yangent-FME-Service-0.1.0',
      alias: 'service-layer FME copilot',
      description: 'Answers field engineers about the fault they are sent to',
      type: 'copilot',
      version: '0.1.0',
      provider: 'yangent',
      domain: 'Service',
      skills: {
        skill: [
          {
            'skill-name': 'explain-fault',
            'skill-description': 'says what is wrong, where, and who suffers from it',
            'skill-tags': ['what', 'wrong', 'where', 'fault', 'ticket'],
            'input-modes': ['text'],
            'output-modes': ['text'],
          },
          {
            'skill-name': 'guide-repair',
            'skill-description': 'says how to repair it',
            'skill-tags': ['how', 'repair', 'steps', 'guide'],
            'input-modes': ['text'],
            'output-modes': ['text'],
          },
          {
            'skill-name': 'check-repair',
            'skill-description': 'says whether it is back',
            'skill-tags': ['back', 'again', 'works', 'check', 'leave'],
            'input-modes': ['text'],
            'output-modes': ['text'],
          },
        ],
      },
    },
    skills: {
      'explain-fault': async (task, run) => {
        const ticket = await ticketOf(task, plan, tickets);
        const shown = await below(`What do the devices at both ends of ${lineIdOf(ticket)} show now?`, run.signal);
        const { id, name, severity, relatedEntity = [] } = ticket;
        const out = relatedEntity.filter(({ role }) => role === 'affectedResource').map((each) => each.id);
        const place = relatedEntity.find(({ role }) => role === 'site')?.name;
        return `${id} (${severity}): ${name}, ${place}. Without service: ${out.join(', ')}.\nThe devices show: ${shown}`;
      },
      'guide-repair': async (task, run) => {
        const ticket = await ticketOf(task, plan, tickets);
        return below(`How is ${lineIdOf(ticket)} repaired, step by step?`, run.signal);
      },
      'check-repair': async (task, run) => {
        const ticket = await ticketOf(task, plan, tickets);
        return below(`What do the devices at both ends of ${lineIdOf(ticket)} show now?`, run.signal);
      },
    },
  });
}

/** The ticket that a question names, or the open one about the line that it names. @throws TaskFailure when there is none */
async function ticketOf({ prompt }: SkillTask, plan: NetworkPlan, tickets: TicketClient): Promise<TroubleTicket> {
  const text = `${prompt.object ?? ''} ${prompt.description}`;
  const line = lineIn(text, plan)?.name;
  const all = await tickets.list();
  const found = all.findLast((each) => text.includes(each.id) || (line !== undefined && lineIdOf(each) === line));
  if (found) return found;
  throw new TaskFailure('invalid-input', 'which ticket or line is meant?', { recovery: ['modify'] });
}

function lineIdOf({ relatedEntity = [] }: TroubleTicket): string {
  return relatedEntity.find(({ role }) => role === 'faultyResource')?.id ?? '';
}

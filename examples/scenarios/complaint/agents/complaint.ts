/** The agent of an OSS domain that handles complaints: reads them, finds out whose they are, and has them dealt with. */
import { type AgentRun, defineAgent, type SkillTask, TaskFailure } from 'yangent';
import { type Desk, dataOf, jsonArtifact, membersIn, textIn } from '../../stage/index.js';
import { causeIn, type Finding, readFinding, readVerdicts, type Told, type Verdict } from '../finding.js';
import { follow } from '../follow.js';
import { type Incident, inWords } from '../incident.js';
import { type Domain, PLACES, placeNamed } from '../places.js';
import { incidentsOf, mentionsIn } from '../reading.js';
import { skill } from './sub-ticket.js';

export interface ComplaintParts {
  readonly domain: Domain;
  /** The agents of the networks of this domain, and the skill by which each examines a place. */
  readonly networks: Readonly<Record<string, string>>;
  /** The complaint agents of other domains. */
  readonly others: Readonly<Partial<Record<Domain, string>>>;
}

const TYPE = 'handle-complaint';
/** How often it asks where and what before it gives up. */
const QUESTIONS = 3;

interface Case {
  readonly desk: Desk;
  readonly parts: ComplaintParts;
  readonly ticket: string;
  readonly run: AgentRun;
}

export function complaintAgent(desk: Desk, parts: ComplaintParts) {
  return defineAgent({
    id: desk.id,
    profile: {
      name: `IRTF-yangent-Complaints-${parts.domain}-0.1.0`,
      alias: `complaint handling agent of domain ${parts.domain}`,
      description: 'Handles complaints of car manufacturers: finds out where the fault is and has it dealt with',
      type: 'complaint-handling',
      version: '0.1.0',
      provider: 'yangent',
      domain: 'Service',
      skills: { skill: [skill(TYPE, 'handles a complaint about connected cars', ['complaint', 'ticket', 'car'])] },
    },
    skills: {
      [TYPE]: {
        input: {
          type: 'object',
          required: ['ticket', 'complaint'],
          properties: {
            ticket: { type: 'string', pattern: '^TT-\\d+$', description: 'number of the ticket' },
            complaint: { type: 'string', minLength: 1, maxLength: 10_000 },
          },
        },
        text: 'complaint',
        // A complaint sets examinations to work, and repairs that the agent of a network offers by itself; nothing else.
        freeText: 'allow',
        run: async (task, run) => {
          const { ticket, complaint } = orderIn(task);
          const verdicts = await handle(complaint, { desk, parts, ticket, run });
          const value = verdicts.map(({ text }) => text).join('\n');
          return { artifacts: [{ name: 'summary', modality: 'text', value }, jsonArtifact('verdicts', verdicts)] };
        },
      },
    },
  });
}

function orderIn({ input }: SkillTask): { readonly ticket: string; readonly complaint: string } {
  const members = membersIn(input);
  return { ticket: textIn(members, 'ticket') ?? '', complaint: textIn(members, 'complaint') ?? '' };
}

async function handle(complaint: string, context: Case): Promise<readonly Verdict[]> {
  const { desk, parts, ticket, run } = context;
  const incidents = await understood(complaint, context);
  for (const incident of incidents) desk.tell('finds', inWords(incident), `${ticket} analysis`);
  const verdicts: Verdict[] = [];
  const elsewhere = new Map<string, Incident[]>();
  for (const incident of incidents) {
    const { name, domain } = placeNamed(incident.place) ?? { name: incident.place, domain: parts.domain };
    const other = domain === parts.domain ? undefined : parts.others[domain];
    const whose = `${name} belongs to domain ${domain}`;
    desk.tell(
      'decides',
      other === undefined
        ? `${whose}: sub-tickets for ${Object.keys(parts.networks).join(' and ')}`
        : `${whose}: ${other} is told of this, and of nothing else`,
      `${ticket} boundary`,
    );
    if (other === undefined) verdicts.push(await inDomain(incident, context));
    else elsewhere.set(other, [...(elsewhere.get(other) ?? []), incident]);
  }
  await run.progress(60, 'examined what belongs to this domain');
  for (const [other, theirs] of elsewhere) verdicts.push(...(await across(other, theirs, context)));
  return verdicts;
}

/** The incidents of the complaint; asks whoever complained while it does not say where and what. @throws TaskFailure when that does not help */
async function understood(complaint: string, { run }: Case): Promise<readonly Incident[]> {
  let said = complaint;
  for (let asked = 0; ; asked++) {
    const mentions = await mentionsIn(said, run);
    const incidents = incidentsOf(mentions);
    if (incidents.length > 0) return incidents;
    if (asked >= QUESTIONS)
      throw new TaskFailure('invalid-input', 'the complaint does not say where and what', { recovery: ['escalate'] });
    const missing = mentions.some(({ places }) => places.length > 0) ? WHAT : WHERE;
    const { content = '' } = await run.requestInput(missing);
    said = `${said}\n${content}`;
  }
}

const WHERE = `Where does it happen? The places known here are ${PLACES.map(({ name }) => name).join(', ')}.`;
const WHAT = 'What does not work there: unlocking, navigation, emergency calls, or the upload of data?';

/** Case 1: sub-tickets for the agents of the networks, a repair where one of them offers it, and another look. */
async function inDomain(incident: Incident, context: Case): Promise<Verdict> {
  const { place } = incident;
  const before = await examine(place, 'examine', context);
  const cause = causeIn(before);
  if (!cause) {
    const shown = before.map((finding) => finding.shown).join('; ');
    return { place, ending: 'no-fault', text: `${place}: the network is in order there (${shown}).` };
  }
  if (!cause.remedy) return needsPeople(place, cause);
  await repair(cause, context);
  const left = causeIn(await examine(place, 'verify', context));
  if (left) return needsPeople(place, left);
  return { place, ending: 'repaired', text: `${place}: repaired and checked. The cause: ${cause.cause}.` };
}

function needsPeople(place: string, { cause, shown }: Told): Verdict {
  return { place, ending: 'needs-people', text: `${place}: ${cause ?? shown}. People will deal with it.` };
}

/** All agents of the domain look at the same time. */
async function examine(place: string, round: string, { desk, parts, ticket, run }: Case): Promise<readonly Told[]> {
  return Promise.all(
    Object.entries(parts.networks).map(async ([by, type]) => {
      const objective = round === 'examine' ? `what is wrong at ${place}?` : `is ${place} in order again?`;
      const order = { 'task-id': `${ticket}/${place}/${round}`, type, objective, input: { ticket, place } };
      const message = { text: `sub-ticket of ${ticket}: ${objective}`, about: `${ticket} sub-ticket` };
      const done = await (await desk.colleague(by)).ask(order, message, run.signal);
      const finding: Finding = readFinding(dataOf(done, 'finding'));
      return { ...finding, by };
    }),
  );
}

async function repair({ by, remedy }: Told, { desk, ticket, run }: Case): Promise<void> {
  if (!remedy) return;
  const { skill: type, object, words } = remedy;
  desk.tell('decides', `${by} found the cause and can remove it: ${words}`, `${ticket} repair`);
  const order = { 'task-id': `${ticket}/${object}/${type}`, type, objective: words, input: { ticket, object } };
  await (await desk.colleague(by)).ask(order, { text: words, about: `${ticket} repair` }, run.signal);
}

/** Case 2: the other domain is told, in words of our own, what belongs to it. */
async function across(other: string, incidents: readonly Incident[], context: Case): Promise<readonly Verdict[]> {
  const { desk, ticket, run } = context;
  const colleague = await desk.colleague(other);
  const objective = [`Ticket ${ticket}.`, ...incidents.map(inWords)].join(' ');
  const about = `${ticket} forward`;
  const task = await colleague.assign({ 'task-id': ticket, type: TYPE, objective }, { text: objective, about });
  const answer = async (question: string) => (await run.requestInput(question)).content ?? '';
  return readVerdicts(
    dataOf(await follow(colleague, task, { type: TYPE, about, signal: run.signal, answer }), 'verdicts'),
  );
}

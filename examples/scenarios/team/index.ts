/** A team of agents writes a research paper: Figure 1 of the IoA Task Protocol. */
import { setMaxListeners } from 'node:events';
import type { Outcome, PlayOptions, Scenario, Stage } from '../stage/index.js';
import { attendAsWriter, outline, write } from './agents/academic-writer.js';
import { attendAsScholar, search } from './agents/google-scholar.js';
import { parsePdf } from './agents/pdf-reader.js';
import { leadToPaper } from './agents/research-specialist.js';
import { server } from './agents/server.js';
import { Member, type MemberOptions } from './member.js';
import { type AgentName, PROFILES, SERVER } from './places.js';
import { STEPS } from './steps.js';

const TITLE = 'Internet of Agents';
/** Milliseconds that a task takes at the fast pace. */
const EFFORT = 500;

/** The answers of each agent when it is asked, and its skills. */
const PROGRAMS: Readonly<Record<AgentName, Pick<MemberOptions, 'skills' | 'attend'>>> = {
  'research-specialist': {},
  'google-scholar': { attend: attendAsScholar, skills: { search } },
  'pdf-reader': { skills: { 'parse-pdf': parsePdf } },
  'academic-writer': { attend: attendAsWriter, skills: { outline, write } },
};

export async function playTeam(stage: Stage, { signal }: PlayOptions): Promise<Outcome> {
  const { account } = stage;
  await stage.start({
    agents: [{ id: SERVER, peers: {}, agent: server }],
    clients: Object.entries(PROFILES).map(([id, profile]) => ({ id, peers: { [SERVER]: 'RESTCONF' }, profile })),
  });
  const end = new AbortController();
  const until = AbortSignal.any([signal, end.signal]);
  // Each wait of an agent listens to it.
  setMaxListeners(0, until);
  const connect = (id: AgentName) =>
    Member.connect({ desk: stage.desk(id), account, signal: until, effort: stage.paced(EFFORT), ...PROGRAMS[id] });
  const specialist = await connect('research-specialist');
  const others = await Promise.all([connect('google-scholar'), connect('pdf-reader'), connect('academic-writer')]);
  const failed = Promise.all([specialist, ...others].map((member) => member.run()));
  try {
    const paper = await Promise.race([leadToPaper(specialist, TITLE), failed.then(() => '')]);
    const sources = paper.split('\n').filter((line) => line.startsWith('['));
    return {
      ok: sources.length > 0,
      text: `the team has written "${TITLE}", with ${sources.length} sources, one of them read by a team below`,
    };
  } finally {
    end.abort(new Error('the scenario is over'));
    await failed.catch(() => undefined);
  }
}

export const scenario: Scenario = {
  name: 'team',
  title: 'A team of agents writes a research paper',
  story:
    'An AI research specialist forms a team with agents that the node finds by meaning: a scholar who searches and a writer. ' +
    'The scholar meets a document that is nothing but a PDF, and forms a team of its own with an agent that reads it. ' +
    'Searches go on while the team discusses; then it waits for them, and the paper is written.',
  steps: STEPS,
  play: (stage, options) => playTeam(stage, options),
};

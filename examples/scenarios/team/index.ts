/** A team of agents writes a research paper: Figure 1 of the IoA Task Protocol. */
import { setMaxListeners } from 'node:events';
import type { Outcome, PlayOptions, Scenario, Stage } from '../stage/index.js';
import { attendAsWriter, outline, write } from './agents/academic-writer.js';
import { attendAsScholar, search } from './agents/google-scholar.js';
import { node } from './agents/node.js';
import { parsePdf } from './agents/pdf-reader.js';
import { leadToPaper } from './agents/research-specialist.js';
import { cutWhileSearching, mendAfterwards } from './link-cut.js';
import { Member, type MemberOptions } from './member.js';
import { type AgentName, LIBRARY, NODE_OF, NODES, PROFILES, TOOLS, UNIVERSITY } from './places.js';
import { STEPS } from './steps.js';

const AGENTS: readonly AgentName[] = ['research-specialist', 'academic-writer', 'google-scholar', 'pdf-reader'];
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
    agents: NODES.map((id) => ({ id, peers: {}, agent: node })),
    clients: AGENTS.map((id) => ({ id, peers: { [NODE_OF[id]]: 'RESTCONF' }, profile: PROFILES[id] })),
  });
  const link = await stage.link(UNIVERSITY, LIBRARY);
  await stage.link(LIBRARY, TOOLS);
  stage.asides.next(`Links: ${[UNIVERSITY, LIBRARY, TOOLS].join(' – ')}`);
  const end = new AbortController();
  const until = AbortSignal.any([signal, end.signal]);
  // Each wait of an agent listens to it.
  setMaxListeners(0, until);
  const connect = (id: AgentName) =>
    Member.connect({
      ...{ desk: stage.desk(id), node: NODE_OF[id], account, signal: until, effort: stage.paced(EFFORT) },
      ...PROGRAMS[id],
    });
  const specialist = await connect('research-specialist');
  const others = await Promise.all([connect('google-scholar'), connect('pdf-reader'), connect('academic-writer')]);
  account.begin();
  const failed = Promise.all([specialist, ...others].map((member) => member.run()));
  try {
    const searching = cutWhileSearching(link, { account, signal: until });
    const mended = searching.then(() => mendAfterwards(link, { account, signal: until }));
    const work = Promise.all([leadToPaper(specialist, TITLE, searching), mended]);
    const [paper, cut] = await Promise.race([work, failed.then((): [string, number] => ['', 0])]);
    const sources = paper.split('\n').filter((line) => line.startsWith('['));
    return {
      ok: sources.length > 0,
      text: `the team has written "${TITLE}", with ${sources.length} sources, one of them read by a team below, at a third node`,
      times: { 'link cut': cut },
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
    'Three nodes, each a domain of its own: a university, a library, a maker of tools. A research specialist of the ' +
    'university forms a team with a writer, and with the scholar of the library. The scholar meets a document that is ' +
    'nothing but a PDF, and forms a team of its own with an agent of the tools node. While it searches, the link between ' +
    'university and library is cut: both sides go on, and the paper has all that was found.',
  steps: STEPS,
  play: (stage, options) => playTeam(stage, options),
};

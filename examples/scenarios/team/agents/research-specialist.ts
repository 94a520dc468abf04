/** AI Research Specialist: leads the team from the question to the paper. */
import type { Member } from '../member.js';
import { LIBRARY } from '../places.js';

/** The searches, by the identifiers of their tasks. */
const SEARCHES = { 'search-discovery': 'discovery', 'search-teams': 'teams' } as const;
const OUTLINE = 'outline';
const PAPER = 'paper';

/**
 * Has the paper written.
 *
 * @param searching resolves when the searches are under way, so that the discussion is seen beside them
 * @returns the conclusion of the team
 */
export async function leadToPaper(member: Member, title: string, searching: Promise<void>): Promise<string> {
  const { talk, found } = await member.open(
    {
      kind: 'team',
      name: 'paper team',
      goal: `write a research paper on "${title}"`,
      // The node finds its own agents by meaning; one of another node is invited by name.
      need: [{ id: 'writing', text: 'scientific writing of a paper' }],
      member: [{ agent: `google-scholar@${LIBRARY}` }],
      'turn-taking': { 'max-turns': 20 },
    },
    'form',
  );
  const [scholar = '', writer = ''] = [
    found.find((agent) => agent.includes('scholar')),
    found.find((agent) => agent.includes('writ')),
  ];
  // The node gives the floor when all that were invited have answered.
  await talk.floor();
  await talk.say(
    'Two questions: how do agents find one another, and how do they work in teams? Who can find what is known?',
    [scholar],
  );
  await talk.floor();
  for (const [id, topic] of Object.entries(SEARCHES)) {
    await talk.assign(
      scholar,
      'asynchronous',
      { id, type: 'search', words: `find publications on ${topic}`, input: { topic } },
      'search',
    );
  }
  await talk.assign(
    writer,
    'asynchronous',
    { id: OUTLINE, type: OUTLINE, words: `give the paper "${title}" a structure`, input: { title } },
    'search',
  );
  await searching;
  await talk.say('Meanwhile: for which readers do we write?', [writer], 'search');
  await talk.floor();
  await talk.pause([...Object.keys(SEARCHES), OUTLINE], 'We go on when all is found');
  const structure = await talk.result(OUTLINE);
  const sources = await Promise.all(Object.keys(SEARCHES).map((id) => talk.result(id)));
  // With the last result the node leads the team on: the specialist has the floor again.
  await talk.floor();
  await talk.assign(
    writer,
    'synchronous',
    {
      id: PAPER,
      type: 'write',
      words: 'write the paper from the outline and what was found',
      input: { title, outline: structure, sources },
    },
    'write',
  );
  const paper = await talk.result(PAPER);
  await talk.floor();
  await talk.conclude('The paper is there', [member.id], 'conclusion');
  await talk.conclusion(paper, 'conclusion');
  return paper;
}

/** AI Research Specialist: leads the team from the question to the paper. */
import type { Member } from '../member.js';

/** The searches, by the identifiers of their tasks. */
const SEARCHES = { 'search-discovery': 'discovery', 'search-teams': 'teams' } as const;
const OUTLINE = 'outline';
const PAPER = 'paper';

/** Has the paper written. @returns the conclusion of the team */
export async function leadToPaper(member: Member, title: string): Promise<string> {
  const { talk, found } = await member.open(
    {
      kind: 'team',
      name: 'paper team',
      goal: `write a research paper on "${title}"`,
      need: [
        { id: 'search', text: 'academic search for publications' },
        { id: 'writing', text: 'scientific writing of a paper' },
      ],
      'turn-taking': { 'max-turns': 20 },
    },
    'form',
  );
  const [scholar = '', writer = ''] = [
    found.find((agent) => agent.includes('scholar')),
    found.find((agent) => agent.includes('writ')),
  ];
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
  await talk.say('Meanwhile: for which readers do we write?', [writer], 'search');
  await talk.floor();
  await talk.pause([...Object.keys(SEARCHES), OUTLINE], 'We go on when all is found');
  // The node leads the team on with the last result for which it waits: the specialist has the floor again.
  const structure = await talk.result(OUTLINE);
  const sources = await Promise.all(Object.keys(SEARCHES).map((id) => talk.result(id)));
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
  await talk.conclude('The paper is there', [member.id], 'conclusion');
  await talk.conclusion(paper, 'conclusion');
  return paper;
}

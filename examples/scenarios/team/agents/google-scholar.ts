/** Google Scholar Agent: searches, and forms a team for a document that it cannot read itself. */
import { type Publication, publicationsOn } from '../library.js';
import type { Member, Skill } from '../member.js';
import { TOOLS } from '../places.js';
import type { Talk } from '../talk.js';
import type { Claimed } from '../tasks.js';

/** Answers when it is asked what it can find. */
export async function attendAsScholar(talk: Talk): Promise<void> {
  await talk.floor();
  await talk.say('I search for both, side by side; give me one task for each question');
}

export const search: Skill = async (task, member) => {
  const topic = String(task.input.topic);
  const found = publicationsOn(topic);
  const known = found.flatMap((each) => ('abstract' in each.found ? [cited(each, each.found.abstract)] : []));
  const [unread] = found.filter((each) => 'pdf' in each.found);
  if (unread === undefined) return known.join('\n');
  await readInTeam(task, member, unread, known);
  return undefined;
};

/** Lets an agent that reads PDF do it, in a team below: its conclusion completes the task. */
async function readInTeam(task: Claimed, member: Member, publication: Publication, known: readonly string[]) {
  if (!('pdf' in publication.found)) return;
  const { talk, found } = await member.open(
    {
      kind: 'team',
      name: 'pdf team',
      goal: `read "${publication.title}", which is nothing but a PDF`,
      member: [{ agent: `pdf-reader@${TOOLS}` }],
      parent: { task: task.id },
    },
    'pdf',
  );
  const [reader = ''] = found;
  const pdf = publication.found.pdf.toString('base64');
  const id = 'read-pdf';
  const order = { id, type: 'parse-pdf', words: `extract the text of "${publication.title}"`, input: { pdf } };
  await talk.floor();
  await talk.assign(reader, 'synchronous', order, 'pdf');
  const text = await talk.result(id);
  await talk.floor();
  await talk.conclude('The document is read', [member.id], 'pdf');
  const result = text.split('\n').find((line) => line.startsWith('Result: ')) ?? text;
  await talk.conclusion([...known, cited(publication, result.replace('Result: ', ''))].join('\n'), 'pdf');
}

function cited({ title, authors }: Publication, says: string): string {
  return `${authors}: ${title}: ${says}`;
}

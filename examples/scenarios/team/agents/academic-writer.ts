/** Academic Writing Agent: structures and writes papers. */

import { textIn, textsIn } from '../../stage/index.js';
import type { Skill } from '../member.js';
import type { Talk } from '../talk.js';

/** Answers when it is asked for whom the paper is. */
export async function attendAsWriter(talk: Talk): Promise<void> {
  await talk.floor();
  await talk.say('For engineers who run networks: short, each claim with its source', [], 'search');
}

export const outline: Skill = async () => ['Introduction', 'What is known', 'Conclusion'].join('\n');

export const write: Skill = async ({ input }) => {
  const title = textIn(input, 'title') ?? '';
  const [introduction, known, conclusion] = (textIn(input, 'outline') ?? '').split('\n');
  const sources = textsIn(input, 'sources').flatMap((each) => each.split('\n'));
  const claims = sources.map((source, index) => {
    const [authors = '', name = '', says = ''] = source.split(': ');
    return { claim: `${says} [${index + 1}]`, reference: `[${index + 1}] ${authors}: ${name}` };
  });
  return [
    title,
    `1 ${introduction}: agents of different makers are to work together.`,
    `2 ${known}: ${claims.map(({ claim }) => claim).join('; ')}.`,
    `3 ${conclusion}: what is needed is known; it must be put into one protocol.`,
    ...claims.map(({ reference }) => reference),
  ].join('\n');
};

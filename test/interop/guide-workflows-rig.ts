/** Functions that both tests of docs/guide-workflows.md use. */
import type { Guide } from '../support/guide.js';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SHORT_ID = /\b[0-9a-f]{8}-[0-9a-f]{4}(-7[0-9a-f]{3})?\b/g;
/** Makes outputs of different runs equal. */
export const plain = (text = '') =>
  text
    .replace(/^\d\d:\d\d:\d\d/gm, 'hh:mm:ss')
    .replace(ID, 'ID')
    .replace(SHORT_ID, 'SHORT')
    .replace(/in \d+ (d|h|min|s)\b/g, 'in n h')
    .replace(/\d+(\.\d)? s\b/g, 'n s');

/** Makes tables equal whose columns are as wide as the time of day makes them: `in 9 h` or `in 12 h`. */
export const narrow = (text: string) => text.replace(/(?<=\S) {2,}/g, '  ');

/** Runs a block of a section, and gives what it prints. */
export async function runBlock(guide: Guide, section: string, index = 0): Promise<string> {
  return plain(await guide.shell(guide.commands(section)[index] ?? ''));
}

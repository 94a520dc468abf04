/** The checkpoints of a run, and its ways back to them, as tables. */
import type { RestconfClient } from '../../clients/index.js';
import { entries, type Members, membersOf, text, valueAt } from '../remote/index.js';
import { table } from '../terminal/index.js';
import { type Run, runPath } from './records.js';

/** Newest checkpoints that are printed. */
const MOST = 10;

/** Returns the checkpoints of a run, the first one before its first step. */
export async function readCheckpoints(node: RestconfClient, id: string): Promise<readonly Members[]> {
  const fields = 'checkpoint(id;type;at;sequence;label;by)';
  const [run = {}] = entries(membersOf(await valueAt(node, runPath(id), { fields })), 'yangent-workflows:run');
  return entries(run, 'checkpoint');
}

/** Returns the table of the newest checkpoints, and of the ways back that the run has gone. Empty when only the first one is there. */
export function checkpointsText(checkpoints: readonly Members[], { id, seal, rollback = [] }: Run): string {
  if (checkpoints.length < 2 && rollback.length === 0) return '';
  const shown = checkpoints.slice(-MOST);
  const rows = shown.map((each) => [text(each, 'id') ?? '', text(each, 'at') ?? '', aboutOf(each)]);
  const more = checkpoints.length - shown.length;
  const ways = rollback.map(({ number, to, state, at, by, reason = '' }) => [
    String(number),
    to,
    state,
    at,
    by,
    reason,
  ]);
  return [
    table(['CHECKPOINT', 'AT', ''], rows) + (more > 0 ? `\n… and ${more} earlier ones` : ''),
    ways.length === 0 ? '' : table(['ROLLBACK', 'TO', 'STATE', 'AT', 'BY', 'REASON'], ways),
    // Without its values a run cannot go back.
    seal === 'shredded' ? '' : `go back with: yangent workflow rollback ${id} --to CHECKPOINT --reason TEXT`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Says why a checkpoint was made. */
function aboutOf(checkpoint: Members): string {
  const label = text(checkpoint, 'label');
  const about = Number(checkpoint.sequence) === 0 ? 'before the first step' : madeFor(checkpoint);
  return label === undefined ? about : `${about}: ${label}`;
}

function madeFor(checkpoint: Members): string {
  const type = (text(checkpoint, 'type') ?? '').replace(/^.*:/, '');
  if (type === 'recovery') return 'before a step of high risk';
  return type === 'explicit'
    ? `asked for by ${text(checkpoint, 'by') ?? ''}`
    : 'by the assurance profile, or before a gate';
}

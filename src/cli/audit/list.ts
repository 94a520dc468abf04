import { Command, Option } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import { wholeNumber } from '../options.js';
import {
  addTargetOptions,
  entries,
  type Members,
  membersOf,
  type TargetFlags,
  text,
  texts,
  withNode,
} from '../remote/index.js';
import { table } from '../terminal/index.js';
import { parsePast } from '../times.js';

interface Flags extends TargetFlags {
  readonly by?: string;
  readonly operation?: string;
  readonly outcome?: string;
  readonly since?: string;
  readonly before?: number;
  readonly log?: string;
  readonly limit: number;
  readonly json?: boolean;
}

const OUTCOMES = ['intent', 'done', 'denied', 'failed', 'unknown'];
const MOST = 1_000_000;
/** Maximum number of records in one answer. */
const PAGE = 1_000;

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the records of the audit log, the newest last')
    .option('--by <user>', 'only those of this user, or of agents that acted for it')
    .option(
      '--operation <name>',
      'only those of this rpc or action (MODULE:NAME or MODULE.NAME), or of edit, login, …',
      operationOf,
    )
    .addOption(new Option('--outcome <outcome>', 'only those with this outcome').choices(OUTCOMES))
    .option('--since <time>', 'only later ones: a date and time, or how long ago, e.g. 2h', parsePast)
    .option('--before <sequence>', 'only those before this record', wholeNumber(0, Number.MAX_SAFE_INTEGER))
    .option('--log <name>', 'those of an earlier log of the node')
    .option('--limit <number>', 'at most so many, the newest', wholeNumber(1, MOST), 50)
    .option('--json', 'print them as JSON lines')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const { records, before } = await newest(node, flags);
        if (flags.json) for (const record of records) console.log(JSON.stringify(record));
        else if (records.length === 0) console.log('no such records');
        else {
          console.log(table(HEADINGS, records.map(row)));
          if (before !== undefined) console.log(`earlier ones are not shown: --before ${before}, or a higher --limit`);
        }
      }),
    );
}

/** Takes the name of an operation as records have it, or as an action of a capability, which has a dot. */
function operationOf(name: string): string {
  return name.includes(':') ? name : name.replace('.', ':');
}

/** Returns the newest records that fit, the oldest first. */
async function newest(node: RestconfClient, flags: Flags) {
  const { by: user, operation, outcome, since, log, limit } = flags;
  const wanted = Object.entries({ user, operation, outcome, since, log }).filter(([, value]) => value !== undefined);
  const records: Members[] = [];
  let before = flags.before === undefined ? undefined : String(flags.before);
  for (;;) {
    const asked = { ...Object.fromEntries(wanted), limit: Math.min(PAGE, limit - records.length) };
    const input = before === undefined ? asked : { ...asked, before };
    const answer = membersOf(await node.invoke('yangent-audit:list', input));
    records.unshift(...entries(answer, 'entry').toReversed());
    before = text(answer, 'before');
    if (before === undefined || records.length >= limit) return { records, before };
  }
}

/** Returns the user, with those who acted for it, the nearest first. */
function userOf(record: Members): string {
  const [user = '', actors] = [text(record, 'user'), texts(record, 'actor')];
  return actors.length === 0 ? user : `${user} (by ${actors.join(', then ')})`;
}

const HEADINGS = ['RECORD', 'AT', 'USER', 'OPERATION', 'OUTCOME', 'TARGET'];

function row(record: Members): readonly string[] {
  const [target = '', ...others] = texts(record, 'target');
  const error = text(record, 'error-tag');
  return [
    text(record, 'sequence') ?? '',
    text(record, 'at') ?? '',
    userOf(record),
    text(record, 'operation') ?? '',
    `${text(record, 'outcome') ?? ''}${error === undefined ? '' : ` (${error})`}`,
    others.length > 0 ? `${target} and ${others.length} more` : target,
  ];
}

import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { ago, labelled, paint } from '../terminal/index.js';
import { findSession, SESSION_ARGUMENT } from './find.js';
import { memberTable } from './member-table.js';
import { readSession, type Session } from './records.js';
import { stateColour } from './states.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTargetOptions(new Command('show'))
    .description('show a session: its state and terms, its members, and how far each has read')
    .argument('<session>', SESSION_ARGUMENT)
    .option('--json', 'print it as one JSON document')
    .action((text: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const session = await readSession(node, await findSession(node, text));
        console.log(flags.json ? JSON.stringify(session) : sessionText(session));
      }),
    );
}

function sessionText(session: Session): string {
  const { id, kind, name, goal, state, since, created, coordinator, member = [] } = session;
  const about = labelled([
    ['session', id],
    ['kind', kind],
    ['name', name],
    ['goal', goal],
    ['state', { painted: `${paint(state, stateColour(state))}${reasonText(session)}, ${ago(since)}` }],
    ['coordinator', coordinator],
    ['opened', `${created} (${ago(created)})`],
    ['messages', keptText(session)],
    ['terms', termLines(session).join('\n')],
  ]);
  return member.length === 0 ? about : `${about}\n\n${memberTable(session)}`;
}

function reasonText({ 'close-reason': reason }: Session): string {
  if (reason === undefined || reason === 'closed') return '';
  return ` (${reason})`;
}

/** Returns the numbers of the messages that are kept. */
function keptText({ 'first-sequence': first, 'last-sequence': last }: Session): string | undefined {
  if (first === undefined || last === undefined) return undefined;
  return first === '1' ? last : `#${first} to #${last}; older ones are no longer kept`;
}

function termLines({ qos = {}, admission, 'show-members': showsMembers, retention = {} }: Session): readonly string[] {
  const { 'max-backlog': backlog, 'when-full': whenFull, 'max-rate': rate, 'time-to-live': life, history } = qos;
  const full = whenFull === 'lag' ? 'then it skips to the newer half' : 'then senders are refused';
  return [
    ...(backlog === undefined ? [] : [`at most ${backlog} messages wait for a member; ${full}`]),
    ...(rate === undefined ? [] : [`a member sends at most ${rate} messages a second`]),
    ...(life === undefined ? [] : [`a message is given out for ${life} s`]),
    ...(history === 'joined' ? ['members read again what was said while they were in'] : []),
    ...(history === 'all' ? ['members read again all that is kept'] : []),
    ...(admission === 'node' ? ['agents of the node join without invitation'] : []),
    ...(admission === 'invite' ? ['members join by invitation'] : []),
    ...(showsMembers === false ? ['members do not see one another'] : []),
    ...(retention.days === undefined ? [] : [`${retention.days} days and ${retention.messages} messages are kept`]),
  ];
}

import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { colourOf as taskColour } from '../task/states.js';
import { ago, ahead, type Cell, labelled, paint, table } from '../terminal/index.js';
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
  const { id, kind, name, standing, goal, state, since, created, coordinator, member = [], task = [] } = session;
  const about = labelled([
    ['session', id],
    ['kind', kind],
    ['name', name],
    ['configured', standing === undefined ? undefined : `sessions/standing[name='${standing}']`],
    ['goal', goal],
    ['state', { painted: `${paint(state, stateColour(state))}${reasonText(session)}, ${ago(since)}` }],
    ['coordinator', coordinator],
    ['floor', floorText(session)],
    ['conclusion', session.conclusion],
    ['works on', parentText(session)],
    ['home', homeText(session)],
    ['continues', session.continues?.session],
    ['goes on as', session['continued-by']],
    [
      'read by',
      (session.peer ?? []).map(({ name, acknowledged }) => `${name} up to #${acknowledged}`).join(', ') || undefined,
    ],
    ['opened', `${created} (${ago(created)})`],
    ['messages', keptText(session)],
    ['terms', termLines(session).join('\n')],
  ]);
  const tables = [
    ...(member.length === 0 ? [] : [memberTable(session)]),
    ...(task.length === 0 ? [] : [table(TASK_HEADINGS, task.map(taskRow))]),
  ];
  return [about, ...tables].join('\n\n');
}

const TASK_HEADINGS = ['TASK', 'FROM', 'TO', 'MODE', 'STATE', 'MESSAGE', ''];

function taskRow(task: NonNullable<Session['task']>[number]): readonly (string | Cell)[] {
  const { 'task-id': id, assigner, assignee, mode, state, sequence, trigger } = task;
  const awaited = trigger ? 'the team waits for it' : '';
  return [id, assigner, assignee, mode, { text: state, colour: taskColour(state) }, `#${sequence}`, awaited];
}

/** Returns who may speak, how long, and how many turns there were. */
function floorText({ floor = {}, state, 'turn-taking': terms = {} }: Session): string | undefined {
  const { holder = [], turn, expires } = floor;
  if (turn === undefined || state === 'closed') return undefined;
  const turns = terms['max-turns'] === undefined ? `turn ${turn}` : `turn ${turn} of ${terms['max-turns']}`;
  const until = expires === undefined ? '' : `, ends ${ahead(expires)}`;
  return `${holder.length === 0 ? 'nobody' : holder.join(', ')} (${turns}${until})`;
}

function parentText({ parent, depth }: Session): string | undefined {
  if (parent === undefined) return undefined;
  const where = parent.session === undefined ? '' : ` of session ${parent.session}`;
  return `task ${parent.task}${where}, at depth ${depth ?? 0}`;
}

/** Returns where a copy comes from, and what is amiss with it. */
function homeText({ home, copy }: Session): string | undefined {
  if (home === undefined || copy === undefined) return undefined;
  const many = copy.waiting === 1 ? '1 message waits' : `${copy.waiting} messages wait`;
  const waiting = copy.waiting === undefined ? '' : `; ${many} for it`;
  const part = copy.complete ? '' : '; only what passes for members here';
  return `${home}${part}${waiting}${copy.problem === undefined ? '' : `; ${copy.problem}`}`;
}

function reasonText({ 'close-reason': reason }: Session): string {
  if (reason === undefined || reason === 'closed') return '';
  return ` (${reason})`;
}

const TURNS: Readonly<Record<NonNullable<NonNullable<Session['turn-taking']>['mode']>, string>> = {
  named: 'the speaker names the next one, else the coordinator speaks',
  'round-robin': 'the speaker names the next one, else they speak in turn',
  open: 'all speak when they like',
};

/** Returns the numbers of the messages that are kept. */
function keptText({ 'first-sequence': first, 'last-sequence': last }: Session): string | undefined {
  if (first === undefined || last === undefined) return undefined;
  return first === '1' ? last : `#${first} to #${last}; older ones are no longer kept`;
}

function termLines({
  'turn-taking': turns = {},
  qos = {},
  admission,
  'show-members': showsMembers,
  encryption,
  retention = {},
}: Session): readonly string[] {
  const {
    'max-backlog': backlog,
    'when-full': whenFull,
    'max-rate': rate,
    'max-bytes-rate': bytes,
    'time-to-live': life,
    history,
  } = qos;
  const full = whenFull === 'lag' ? 'then it skips to the newer half' : 'then senders are refused';
  const { mode, 'max-turns': most, 'speaker-timeout': silence } = turns;
  return [
    ...(mode === undefined ? [] : [TURNS[mode]]),
    ...(most === undefined ? [] : [`it concludes after ${most} turns`]),
    ...(silence === undefined ? [] : [`a speaker may be silent for ${silence} s`]),
    ...(backlog === undefined ? [] : [`at most ${backlog} messages wait for a member; ${full}`]),
    ...(rate === undefined ? [] : [`a member sends at most ${rate} messages a second`]),
    ...(bytes === undefined ? [] : [`a member sends at most ${bytes} bytes a second`]),
    ...(life === undefined ? [] : [`a message is given out for ${life} s`]),
    ...(history === 'joined' ? ['members read again what was said while they were in'] : []),
    ...(history === 'summary' ? ['members read again what was said while they were in, and get a summary'] : []),
    ...(history === 'none' ? ['members read nothing again'] : []),
    ...(history === 'all' ? ['members read again all that is kept'] : []),
    ...(admission === 'node' ? ['agents of the node join without invitation'] : []),
    ...(admission === 'invite' ? ['members join by invitation'] : []),
    ...(showsMembers === false ? ['members do not see one another'] : []),
    ...(encryption === 'sealed' ? ['members encrypt for one another, and nothing in clear is taken'] : []),
    ...(retention.days === undefined ? [] : [`${retention.days} days and ${retention.messages} messages are kept`]),
  ];
}

/** The members of a session as a table. */
import { type Cell, table } from '../terminal/index.js';
import type { Member, Session } from './records.js';
import { memberColour } from './states.js';

const HEADINGS = ['AGENT', 'ROLE', 'STATE', 'READ', 'BEHIND', 'MISSED', 'WANTS'];
const ROLES: readonly Member['role'][] = ['coordinator', 'speaker', 'observer', 'source'];
const GONE: readonly Member['state'][] = ['declined', 'left', 'removed'];

/** Returns the members, those that are in first, by role and name. */
export function sortedMembers({ member = [] }: Session): readonly Member[] {
  const rank = ({ role, state }: Member) => ROLES.indexOf(role) + (GONE.includes(state) ? ROLES.length : 0);
  return [...member].sort((one, other) => rank(one) - rank(other) || one.agent.localeCompare(other.agent));
}

export function memberTable(session: Session): string {
  return table(
    HEADINGS,
    sortedMembers(session).map((member) => row(member, session)),
  );
}

function row(member: Member, session: Session): readonly (string | Cell)[] {
  const { agent, role, state, acknowledged, missed = '0' } = member;
  const read = acknowledged === undefined ? '' : `#${acknowledged}`;
  return [
    agent,
    role,
    { text: state, colour: memberColour(state) },
    read,
    behindText(member, session),
    missed === '0' ? '' : missed,
    wantsText(member),
  ];
}

/** Returns how many messages lie between the position of a member and the newest; not all of them need to be for it. */
function behindText({ state, acknowledged }: Member, { 'last-sequence': last }: Session): string {
  if (state !== 'joined' || acknowledged === undefined || last === undefined) return '';
  const behind = Number(last) - Number(acknowledged);
  return behind === 0 ? '' : `≤ ${behind}`;
}

function wantsText({ filter = [], 'by-profile': byProfile }: Member): string {
  return [...filter, ...(byProfile ? ['by its profile'] : [])].join(', ');
}

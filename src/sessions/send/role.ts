/** Refuses messages that a member may not send in its role. */
import type { Call } from '../../server/index.js';
import type { MemberRecord } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import { RULES, type SaidType, saidBy } from './rules.js';

/** @throws RpcError access-denied that names what the member may send */
export function requireRole(call: Call, session: SessionRecord, { agent, role }: MemberRecord, type: SaidType): void {
  if (RULES[type].roles.includes(role)) return;
  call.fail({
    tag: 'access-denied',
    message: `agent "${agent}" is ${role} of session "${session.id}"; in this role it may send ${saidBy(session.kind, role).join(', ')} only, not ${type}`,
  });
}

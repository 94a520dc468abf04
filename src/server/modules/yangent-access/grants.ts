/** The grants of yangent-access, and the tokens that come from them. */
import {
  type Access,
  ADMIN_GROUP,
  agentOfName,
  capabilitiesOfModel,
  type Grant,
  type HeldToken,
  type IssuedToken,
  isMember,
  isUserName,
  knowsAll,
  modelOf,
  type Principal,
  requireAgents,
  TokenFault,
  type TokenIssuing,
} from '../../../access/index.js';
import type { YangentAccessProvider } from '../../../generated/providers.js';
import type { Call, Caller } from '../../call.js';
import type { OwnOperation } from '../../core.js';
import { type OwnOperations, ownOperations } from '../../own-operation.js';
import type { ListState } from '../../provider.js';
import { withFaults } from './fault.js';

export interface GrantNeeds {
  readonly access: Pick<Access, 'grants' | 'issuing' | 'heldToken' | 'principal' | 'domains'>;
  /** True when the user owns the agent. */
  readonly mayActFor: (principal: Principal, agent: string) => boolean;
  /** True when the user may know that the agent is there. */
  readonly findsAgent: (principal: Principal, agent: string) => boolean;
  /** True when the user may read the name in configuration, whether or not there is such a user. */
  readonly mayReadUser: (principal: Principal, name: string) => boolean;
}

type Rpcs = YangentAccessProvider['rpcs'];
type Entry = YangentAccessProvider['state']['/yangent-access:grants/grant'];

/** The operations; each needs the caller himself, with the limits of his authority. */
export function grantOperations(needs: GrantNeeds): ReadonlyMap<string, OwnOperation> {
  const operations: OwnOperations<YangentAccessProvider> = {
    delegate: (caller, input) => withFaults(() => delegate(needs, caller, input)),
    revoke: (caller, { grant }) => withFaults(() => revoke(issuingOf(needs), caller, grant)),
    'issue-token': (caller, input) => withFaults(() => issue(needs, caller, input)),
    'exchange-token': (caller, input) => withFaults(() => exchange(needs, caller, input)),
    'revoke-token': (caller, input) => withFaults(() => revokeToken(needs, caller, input)),
    introspect: (caller, { token }) => introspect(needs, caller, token),
  };
  return ownOperations<YangentAccessProvider>('yangent-access', operations);
}

export function grantState({ access: { grants } }: GrantNeeds): ListState<Entry> {
  return {
    get: async ({ id }, call) => {
      const grant = await grants.get(id);
      return grant && concerns(call, grant) ? shown(grant) : undefined;
    },
    list: async ({ after, limit }, call) => {
      const of = knowsAll({ name: call.user, groups: call.groups }) ? undefined : [call.user];
      const found = await grants.list({ ...(after === undefined ? {} : { after: after.id }), limit, of });
      return found.map(shown);
    },
  };
}

function concerns({ user, groups }: Call, { from, to }: Grant): boolean {
  return from === user || to === user || knowsAll({ name: user, groups });
}

function shown(grant: Grant): Entry['entry'] {
  const { id, from, to, capabilities, notBefore, expires, maxDepth, purpose, given, revoked } = grant;
  return {
    ...{ id, from, to, capability: [...modelOf(capabilities)], expires: time(expires), 'max-depth': maxDepth },
    ...{ given: time(given), purpose },
    ...(notBefore === undefined ? {} : { 'not-before': time(notBefore) }),
    ...(revoked === undefined ? {} : { revoked: time(revoked) }),
  };
}

async function delegate(needs: GrantNeeds, { principal }: Caller, input: Rpcs['delegate']['input']) {
  const { to, expires, purpose, 'not-before': begins, 'max-depth': maxDepth } = input;
  const capabilities = capabilitiesOfModel(input.capability);
  requireAgents(capabilities, (agent) => needs.findsAgent(principal, agent));
  requireReceiver(needs, principal, to);
  const { id } = await issuingOf(needs).grants.delegate(principal, {
    ...{ to, capabilities, expires: Date.parse(expires), maxDepth },
    ...(begins === undefined ? {} : { notBefore: Date.parse(begins) }),
    ...(purpose === undefined ? {} : { purpose }),
  });
  return { grant: id };
}

/** @throws TokenFault when nobody can ever use a grant that is given to this name */
function requireReceiver({ access, findsAgent, mayReadUser }: GrantNeeds, giver: Principal, to: string): void {
  const agent = agentOfName(to);
  if (agent !== undefined) {
    if (findsAgent(giver, agent)) return;
    throw new TokenFault('invalid_request', `you find no agent "${agent}" to which a grant could be given`);
  }
  const isForeign = access.domains.typed(to) !== undefined || FOREIGN.test(to);
  if (isForeign || access.principal(to)) return;
  // The answer must not tell who exists: such a grant waits for a user of the name.
  if (isUserName(to) && !mayReadUser(giver, to)) return;
  throw new TokenFault(
    'invalid_request',
    `there is no user "${to}" here; a grant is given to a user, to agent:ID, or to NAME@DOMAIN of a trust domain`,
  );
}

/** Names of users of token issuers, and DIDs: any of them may come. */
const FOREIGN = /^did:|@[^@]*:/;

async function revoke(issuing: TokenIssuing, { principal }: Caller, grant: string): Promise<undefined> {
  await issuing.grants.revoke(grant, ({ from }) => from === principal.name || isMember(principal, ADMIN_GROUP));
}

async function issue(needs: GrantNeeds, { principal }: Caller, input: Rpcs['issue-token']['input']) {
  if (principal.links) throw new TokenFault('access_denied', 'who has a limited authority himself uses no grant');
  const { grant, lifetime, 'key-thumbprint': boundTo } = input;
  const isReceiver = ({ to }: Grant) => {
    const agent = agentOfName(to);
    return to === principal.name || (agent !== undefined && needs.mayActFor(principal, agent));
  };
  return answer(await issuingOf(needs).issue(grant, { ...terms(lifetime, boundTo) }, isReceiver));
}

async function exchange(needs: GrantNeeds, { principal, source }: Caller, input: Rpcs['exchange-token']['input']) {
  const issuing = issuingOf(needs);
  const subject = await good(needs, input['subject-token'], source, 'subject');
  const given = input['actor-token'];
  const actor = given === undefined ? undefined : await good(needs, given, source, 'actor');
  const wanted = capabilitiesOfModel(input.capability ?? []);
  requireAgents(wanted, (agent) => needs.findsAgent(principal, agent));
  const mark = subject.authority.lineage.at(-1);
  return answer(
    await issuing.exchange({
      ...{ subject, proved: [], isSubject: mark !== undefined && principal.token?.lineage.at(-1) === mark },
      ...(actor ? { actor } : {}),
      ...(wanted.length === 0 ? {} : { capabilities: wanted }),
      ...terms(input.lifetime, input['key-thumbprint']),
    }),
  );
}

function terms(lifetime: number | undefined, boundTo: string | undefined) {
  return { ...(lifetime === undefined ? {} : { lifetime }), ...(boundTo === undefined ? {} : { boundTo }) };
}

async function good(
  { access }: GrantNeeds,
  token: string,
  source: string | undefined,
  what: string,
): Promise<HeldToken> {
  const held = await access.heldToken(token, source);
  if (held) return held;
  throw new TokenFault('invalid_grant', `the ${what} token is not good on this node`, 'invalid_token');
}

async function revokeToken(
  needs: GrantNeeds,
  { principal, source }: Caller,
  input: Rpcs['revoke-token']['input'],
): Promise<undefined> {
  const issuing = issuingOf(needs);
  if ('token' in input && input.token !== undefined) {
    const held = await needs.access.heldToken(input.token, source);
    const mark = held?.authority.lineage.at(-1);
    if (mark === undefined)
      throw new TokenFault('invalid_grant', 'the token is not good on this node: nothing is revoked', 'invalid_token');
    await issuing.revoking.revoke(mark);
    return;
  }
  const { 'token-id': id, issuer } = input;
  if (id === undefined) throw new TokenFault('invalid_request', 'name the token, or its identifier');
  const mark = await markToRevoke(needs, issuing, principal, { id, issuer });
  if (mark === undefined) throw new TokenFault('invalid_grant', `you have no token "${id}": nothing is revoked`);
  await issuing.revoking.revoke(mark);
}

/**
 * Returns the mark of a token that the caller may revoke by its identifier; undefined when it is of others, or there is none: the caller
 * learns no more.
 */
async function markToRevoke(
  { access, mayActFor }: GrantNeeds,
  issuing: TokenIssuing,
  principal: Principal,
  { id, issuer }: { readonly id: string; readonly issuer: string | undefined },
): Promise<string | undefined> {
  const { token, name } = principal;
  const mark = issuing.revoking.markOf(id, issuer);
  const presented = token?.id === id ? token.lineage.at(-1) : undefined;
  if (presented !== undefined && (issuer === undefined || presented === mark)) return presented;
  if (isMember(principal, ADMIN_GROUP)) {
    if (issuer !== undefined) issuing.revoking.requireIssuer(issuer);
    if (mark === id) issuing.revoking.requireOwnForm(id);
    return mark;
  }
  // The identifiers of other issuers are not known until a token comes, which does by itself.
  if (mark !== id) return undefined;
  const isOwn = (party: string) => {
    const agent = agentOfName(party);
    return party === name || (agent !== undefined && mayActFor(principal, agent));
  };
  return (await issuing.revoking.partiesOf(id)).some(isOwn) || (await access.grants.cameFrom(name, id))
    ? id
    : undefined;
}

async function introspect(needs: GrantNeeds, { principal, source }: Caller, token: string) {
  const held = await needs.access.heldToken(token, source);
  const isParty = held && [held.principal.name, ...held.authority.actors].includes(principal.name);
  if (!held || (!isParty && !knowsAll(principal))) return { active: false };
  const { authority, issuer, expires } = held;
  return {
    ...{ active: true, subject: held.principal.name, actor: [...authority.actors], issuer, expires: time(expires) },
    ...{ 'token-id': authority.id, capability: [...modelOf(authority.link?.capabilities ?? [])] },
  };
}

function answer({ token, id, expires }: IssuedToken) {
  return { token, 'token-id': id, expires: time(expires) };
}

function issuingOf({ access }: GrantNeeds): TokenIssuing {
  if (access.issuing) return access.issuing;
  throw new TokenFault('invalid_request', 'a node without RESTCONF issues no tokens');
}

const time = (at: number): string => new Date(at).toISOString();

/** Shows approvals to those whom they concern, and takes votes. */
import {
  type ApprovalHead,
  type ApprovalRow,
  type Approvals,
  audienceOf,
  headOf,
  headsBehind,
  rowOf,
  type VoteRow,
  votesOn,
} from '../../../access/index.js';
import { RpcError } from '../../../data/index.js';
import type {
  YangentAccess_Approvals_Approval,
  YangentAccess_Approvals_Approval_Vote,
} from '../../../generated/index.js';
import type { YangentAccessProvider } from '../../../generated/providers.js';
import type { Queries } from '../../../store/index.js';
import type { Call } from '../../call.js';
import type { ListState, Provider } from '../../provider.js';

const APPROVAL = '/yangent-access:approvals/approval';

export interface ApprovalNeeds {
  readonly approvals: Approvals;
  readonly store: Queries;
}

/** The members of an approval that are read with its input. */
const OF_INPUT = ['yangent-access:salt', 'yangent-access:input'];
/** Number of rows that are read at once. */
const TOGETHER = 100;

export function approvalState({
  approvals,
  store,
}: ApprovalNeeds): ListState<YangentAccessProvider['state'][typeof APPROVAL]> {
  // The input may be large: it is read for those who see it and ask for it. Without it a caller can at most seem to have a vote.
  const shown = async (head: ApprovalHead, call: Call<unknown>, isAsked = true) => {
    const hidden: ApprovalRow = { ...head, salt: null, input: null };
    const mayVote = (row: ApprovalRow) => approvals.mayVote(call.principal, row);
    const row = isAsked && (await mayVote(hidden)) ? await rowOf(store, head.id) : undefined;
    return shownApproval(row && (await mayVote(row)) ? row : hidden, await votesOn(store, head.id));
  };
  return {
    get: async ({ id }, call) => {
      const head = await headOf(store, id);
      return head && isFor(head, call) ? shown(head, call) : undefined;
    },
    list: async ({ after, limit, members }, call) => {
      const isAsked = members === undefined || OF_INPUT.some((each) => members.has(each));
      const page: YangentAccess_Approvals_Approval[] = [];
      for (let last = after?.id ?? ''; page.length < limit; ) {
        const heads = await headsBehind(store, last, TOGETHER);
        for (const head of heads)
          if (page.length < limit && isFor(head, call)) page.push(await shown(head, call, isAsked));
        last = heads.at(-1)?.id ?? last;
        if (heads.length < TOGETHER) break;
      }
      return page;
    },
  };
}

export function approvalActions({ approvals, store }: ApprovalNeeds): Provider<YangentAccessProvider>['actions'] {
  const need = async ({ id }: { readonly id: string }, call: Call<unknown>) => {
    const head = await headOf(store, id);
    if (!head || !isFor(head, call)) throw missing(id);
    return id;
  };
  return {
    [`${APPROVAL}/approve` as const]: async ({ comment, signature }, call) => {
      const id = await need(call.keys, call);
      return { state: await approvals.vote(id, call.principal, { verdict: 'approve', comment, signature }) };
    },
    [`${APPROVAL}/reject` as const]: async ({ comment }, call) => {
      const id = await need(call.keys, call);
      return { state: await approvals.vote(id, call.principal, { verdict: 'reject', comment }) };
    },
    [`${APPROVAL}/withdraw` as const]: async (_input, call) => {
      await approvals.withdraw(await need(call.keys, call), call.principal);
    },
  };
}

function isFor(head: ApprovalHead, call: Call<unknown>): boolean {
  return call.sees(audienceOf(head));
}

function missing(id: string): RpcError {
  return new RpcError({ type: 'application', tag: 'data-missing', message: `there is no approval ${id}` });
}

function shownApproval(row: ApprovalRow, votes: readonly VoteRow[]): YangentAccess_Approvals_Approval {
  const { id, rule, asker, actors, operation, target, reason, asked, expires, digest, statement, salt, input } = row;
  const isOver = row.over === null && expires <= Date.now();
  const { quorum }: { readonly quorum: number } = JSON.parse(statement);
  return {
    ...{ id, rule, user: asker, actor: JSON.parse(actors), operation, target: JSON.parse(target) },
    ...{ state: isOver ? 'expired' : row.state, asked: time(asked), expires: time(expires), quorum, digest, statement },
    ...(reason === null ? {} : { reason }),
    ...(salt !== null ? { salt: Buffer.from(salt).toString('base64') } : {}),
    ...(input !== null ? { input } : {}),
    vote: votes.map(shownVote),
  };
}

function shownVote({
  by,
  verdict,
  at,
  comment,
  methods,
  signature,
  key,
}: VoteRow): YangentAccess_Approvals_Approval_Vote {
  return {
    ...{ by, verdict: verdict === 'approve' ? 'approve' : 'reject', at: time(at), method: JSON.parse(methods) },
    ...(comment === null ? {} : { comment }),
    ...(signature === null ? {} : { signature }),
    ...(key === null ? {} : { key }),
  };
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

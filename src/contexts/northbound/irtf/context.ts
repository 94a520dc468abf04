/** `/irtf-agent:context`: the communication records in the form of the draft (seed 004 §5.2). */

import { isDeepStrictEqual } from 'node:util';
import {
  type AgentDirectory,
  addressed,
  mayFind,
  ownAddressed,
  requireApproved,
  shownAgent,
} from '../../../agents/index.js';
import type { IrtfAgentConfig } from '../../../generated/providers.js';
import type { Call, OwnedNode, OwnedWrite } from '../../../server/index.js';
import type { Tx } from '../../../store/index.js';
import { grantRead } from '../../grant-read.js';
import { type ContextItem, draftContextValue, isHistory, isSameItem } from '../../record/item.js';
import type { ContextItems } from '../../record/items.js';
import type { DataParams } from '../../record/params.js';
import { itemShown } from '../../references.js';
import { requireWritable } from '../../require-writable.js';
import type { SharingPolicies } from '../../sharing-policy.js';
import { sees } from '../../visibility.js';
import { aboutShare, notChanged } from '../share.js';
import { pageOfItems, visibleItem } from '../state.js';

type DraftContext = IrtfAgentConfig['/irtf-agent:context'];
type ContextWrite = OwnedWrite<DraftContext>;
type Sent = ContextWrite['value'];

export interface DraftContextOptions {
  readonly items: ContextItems;
  readonly params: DataParams;
  readonly directory: AgentDirectory;
  readonly policies: SharingPolicies;
}

export function draftContext(o: DraftContextOptions): OwnedNode<DraftContext> {
  return {
    order: 1,
    read: {
      get: async ({ id }, call) => {
        const item = await visibleItem(o, id, call);
        return item && draftContextValue(item);
      },
      list: async (page, call) => (await pageOfItems(o, page, call)).map(draftContextValue),
    },
    asks: async ({ value, keys }, call) => {
      const found = (await o.items.get(keys.id))?.item;
      const before = found && sees(call, found) ? found : undefined;
      const { sendFrom = before?.from ?? '', sendTo = before?.to ?? '' } = value;
      return { action: 'yangent-contexts.share', about: aboutShare(o, { from: sendFrom, to: sendTo }, call) };
    },
    write: async (write, call, tx) => {
      await writeContext(o, write, call, tx);
      return undefined;
    },
  };
}

async function writeContext(o: DraftContextOptions, write: ContextWrite, call: Call, tx: Tx): Promise<void> {
  const { items, params, policies } = o;
  const { id } = write.keys;
  const before = (await items.get(id, tx))?.item;
  if (before && isAnswer(write, before, call)) return answerItem(o, before, write.value, call, tx);
  const asReceiver = before !== undefined && before.owner !== call.user && !call.mayActFor(before.from);
  const mine = before !== undefined && !asReceiver && !isHistory(before);
  const known = before && { visible: sees(call, before), mine };
  const todo = requireWritable(call, { list: 'irtf-agent:context', id, operation: write.operation, known });
  if (todo === 'remove' && before) await items.withdraw(tx, before);
  if (todo !== 'write') return;

  const base = write.operation === 'merge' ? before : undefined;
  const { from, to } = parties(write.value, base, call, o.directory);
  const response = ownResponse(write.value, before, to, call);
  const { content, dataParam, time } = write.value['request-info'] ?? {};
  const next = policies.apply({
    type: 'conversation',
    redacted: [],
    ...base,
    id,
    owner: before?.owner ?? call.user,
    from,
    to,
    content: content ?? base?.content,
    dataParams: dataParam === undefined ? (base?.dataParams ?? []) : [dataParam],
    at: time ?? base?.at ?? new Date().toISOString(),
    response: response ?? base?.response,
  });
  // The caller may have read the item before or after its data were deleted: both forms count as the same item.
  const isKnown = (item: ContextItem) => isSameItem(item, next);
  if (before && !isKnown(before) && !isKnown(await itemShown(o, call, before))) throw notChanged(call, id);
  for (const param of [...next.dataParams, ...(response ? [response.dataParam] : [])])
    await shareData(params, tx, call, param, [from, to]);
  await items.put(tx, before ? { ...before, response: next.response } : next);
}

/** True for a message with which the receiver adds its response to an entry of another user. */
function isAnswer({ operation, value }: ContextWrite, before: ContextItem, call: Call): boolean {
  const writes = operation === 'merge' || operation === 'replace';
  if (isHistory(before)) return false;
  const isOwn = before.owner === call.user || call.mayActFor(before.from);
  return writes && !isOwn && call.mayActFor(before.to) && responseOf(value) !== undefined;
}

/** Adds the receiver's response to an entry, once. The rest of the entry is not changed. */
async function answerItem(o: DraftContextOptions, before: ContextItem, value: Sent, call: Call, tx: Tx): Promise<void> {
  const { items, params, policies, directory } = o;
  const path = `/irtf-agent:context[id='${before.id}']`;
  const shown = draftContextValue(await itemShown(o, call, before));
  const said = {
    sendFrom: value.sendFrom === undefined ? undefined : idOf(call, directory, value.sendFrom),
    sendTo: value.sendTo === undefined ? undefined : idOf(call, directory, value.sendTo),
    'request-info': value['request-info'],
  };
  const changed = (['sendFrom', 'sendTo', 'request-info'] as const).find(
    (name) => shown[name] !== undefined && said[name] !== undefined && !isDeepStrictEqual(shown[name], said[name]),
  );
  if (changed !== undefined) {
    call.fail({
      tag: 'access-denied',
      path: `${path}/${changed}`,
      message: `agent "${shownAgent(before.to)}" received this and may add "response-info" only; "${changed}" is agent "${shownAgent(before.from)}"'s to say`,
    });
  }
  const response = responseOf(value);
  if (!response) return;
  const receiver = directory.get(before.to);
  if (receiver) requireApproved(receiver, call);
  if (before.response?.dataParam === response.dataParam) return;
  if (before.response) throw answered(call, before.response);
  const { from, to } = before;
  policies.apply({ ...before, from: to, to: from, content: undefined, dataParams: [response.dataParam] });
  await shareData(params, tx, call, response.dataParam, [from, to]);
  await items.put(tx, { ...before, response });
}

/** Lets both sides read data of an entry. Missing data come in the same edit; validation has checked the reference. */
async function shareData(params: DataParams, tx: Tx, call: Call, id: string, agents: readonly string[]): Promise<void> {
  if (await params.get(id, tx)) await grantRead(params, tx, call, id, agents);
  else await params.grant(tx, id, agents);
}

function idOf(call: Call, directory: AgentDirectory, name: string): string {
  return addressed(call, directory, name)?.id ?? name;
}

/**
 * Returns the response in an entry written by a sender: the existing one, or a new one if the caller also acts for the receiver.
 */
function ownResponse(value: Sent, before: ContextItem | undefined, to: string, call: Call): ContextItem['response'] {
  const response = responseOf(value);
  if (!response || before?.response?.dataParam === response.dataParam) return before?.response;
  if (before?.response) throw answered(call, before.response);
  if (call.mayActFor(to)) return response;
  return call.fail({
    tag: 'access-denied',
    path: '/irtf-agent:context/response-info',
    message: `the response is for the receiver, agent "${to}", to give, and user "${call.user}" does not speak for it`,
  });
}

function answered(call: Call, { dataParam }: NonNullable<ContextItem['response']>): never {
  return call.fail({
    tag: 'data-exists',
    path: '/irtf-agent:context/response-info',
    message: `there is a response already, data parameter "${dataParam}"; a response is given once`,
  });
}

function responseOf(value: Sent): ContextItem['response'] {
  const { dataParam, time } = value['response-info'] ?? {};
  return dataParam === undefined ? undefined : { dataParam, at: time ?? new Date().toISOString() };
}

/**
 * Returns the sending agent, for which the caller must act, and the receiving agent, which may be on another node.
 *
 * @param base the entry that is extended; its unchanged values stay
 */
function parties(
  value: Sent,
  base: ContextItem | undefined,
  call: Call,
  directory: AgentDirectory,
): { readonly from: string; readonly to: string } {
  const sendFrom = value.sendFrom ?? base?.from ?? '';
  const sendTo = value.sendTo ?? base?.to ?? '';
  const sender = ownAddressed(call, directory, sendFrom) ?? directory.get(sendFrom);
  const path = '/irtf-agent:context/sendFrom';
  if (!sender || !mayFind(sender, call, directory)) {
    const message = `sendFrom names "${sendFrom}", which is no agent of this node; it must be one you may act for`;
    return call.fail({ tag: 'invalid-value', path, message });
  }
  const from = sender.id;
  if (!call.mayActFor(from)) {
    call.fail({ tag: 'access-denied', path, message: `user "${call.user}" may not record what agent "${from}" says` });
  }
  requireApproved(sender, call);
  if (sendTo === '') {
    const message = 'sendTo is empty; it names the agent that is to receive this';
    call.fail({ tag: 'invalid-value', path: '/irtf-agent:context/sendTo', message });
  }
  return { from, to: addressed(call, directory, sendTo, sender)?.id ?? sendTo };
}

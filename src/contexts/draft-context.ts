/** `/irtf-agent:context`: the communication records as the draft shows and takes them (seed 004 §5.2). */
import { type AgentDirectory, type Members, mayFind, membersOf, rowScope, textOf } from '../agents/index.js';
import type { Call, OwnedNode, OwnedWrite } from '../server/index.js';
import type { Tx } from '../store/index.js';
import { maySee, visiblePage } from './audience.js';
import { type ContextItem, draftContextValue, isHistory } from './item.js';
import type { ContextItems } from './items.js';
import { requireWritable } from './ownership.js';
import type { SharingPolicies } from './policy.js';

export interface DraftContextOptions {
  readonly items: ContextItems;
  readonly directory: AgentDirectory;
  readonly policies: SharingPolicies;
}

export function draftContext(o: DraftContextOptions): OwnedNode {
  const { items } = o;
  return {
    order: 1,
    read: {
      get: async ([id], call) => {
        const found = await items.get(String(id));
        return found && sees(call, found.item) ? draftContextValue(found.item) : undefined;
      },
      list: async ({ after, limit }, call) => {
        const scope = rowScope(call, o.directory);
        const page = await visiblePage(
          { after: after === undefined ? undefined : String(after[0]), limit },
          (behind, size) => items.page({ ...scope, after: behind, limit: size }),
          ({ item }) => item.id,
          ({ item }) => sees(call, item),
        );
        return page.map(({ item }) => draftContextValue(item));
      },
    },
    write: async (write, call, tx) => {
      await writeContext(o, write, call, tx);
      return undefined;
    },
  };
}

export function sees(call: Call, item: ContextItem): boolean {
  return maySee(call, { agents: [item.from, item.to], user: item.owner });
}

async function writeContext(o: DraftContextOptions, write: OwnedWrite, call: Call, tx: Tx): Promise<void> {
  const { items, policies } = o;
  const id = String(write.keys[0] ?? '');
  const before = (await items.get(id, tx))?.item;
  const asReceiver = before !== undefined && before.owner !== call.user && !call.mayActFor(before.from);
  const answers = asReceiver && write.operation === 'merge' && call.mayActFor(before.to);
  const mine = before !== undefined && !asReceiver && !isHistory(before);
  const known = before && { visible: sees(call, before), mine: mine || answers };
  const todo = requireWritable(call, { list: 'irtf-agent:context', id, operation: write.operation, known });
  if (todo === 'remove') await items.remove(tx, id);
  if (todo !== 'write') return;

  const response = responseOf(write.value);
  if (before && answers) return items.put(tx, { ...before, response: response ?? before.response });

  const { from, to } = parties(write.value, call, o.directory);
  const base = write.operation === 'merge' ? before : undefined;
  const request = membersOf(write.value, 'request-info');
  const dataParam = textOf(request, 'dataParam');
  await items.put(
    tx,
    policies.apply({
      type: 'conversation',
      redacted: [],
      ...base,
      id,
      owner: before?.owner ?? call.user,
      from,
      to,
      content: textOf(request, 'content') ?? base?.content,
      dataParams: dataParam === undefined ? (base?.dataParams ?? []) : [dataParam],
      at: textOf(request, 'time') ?? base?.at ?? new Date().toISOString(),
      response: response ?? base?.response,
    }),
  );
}

function responseOf(value: Members): ContextItem['response'] {
  const info = membersOf(value, 'response-info');
  const dataParam = textOf(info, 'dataParam');
  return dataParam === undefined ? undefined : { dataParam, at: textOf(info, 'time') ?? new Date().toISOString() };
}

/** The sending agent, for which the caller must speak, and the receiving one, which may live elsewhere. */
function parties(
  value: Members,
  call: Call,
  directory: AgentDirectory,
): { readonly from: string; readonly to: string } {
  const sendFrom = textOf(value, 'sendFrom') ?? '';
  const sendTo = textOf(value, 'sendTo') ?? '';
  const sender = directory.resolve(sendFrom);
  const path = '/irtf-agent:context/sendFrom';
  if (!sender || !mayFind(sender, call, directory)) {
    const message = `sendFrom names "${sendFrom}", which is no agent of this node; it must be one you may act for`;
    return call.fail({ tag: 'invalid-value', path, message });
  }
  const from = sender.id;
  if (!call.mayActFor(from)) {
    call.fail({ tag: 'access-denied', path, message: `user "${call.user}" may not record what agent "${from}" says` });
  }
  return { from, to: directory.resolve(sendTo)?.id ?? sendTo };
}

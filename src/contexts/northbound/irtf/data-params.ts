/** `/irtf-agent:data-params`: the data to which messages refer (seed 004 §5.2). */
import type { AgentDirectory } from '../../../agents/index.js';
import type { IrtfAgentConfig } from '../../../generated/providers.js';
import type { Call, OwnedNode, OwnedWrite } from '../../../server/index.js';
import type { Tx } from '../../../store/index.js';
import { octetsOf } from '../../record/item.js';
import { type DataParam, type DataUrl, draftParamValue, isComplete, measured, statedSize } from '../../record/param.js';
import type { DataParams } from '../../record/params.js';
import { requireWritable } from '../../require-writable.js';
import { seesParam } from '../../visibility.js';
import { pageOfParams, visibleParam } from '../state.js';

/** Maximum number of octets of inline data that one parameter may collect in pieces. */
const LONGEST_DATA = 16 << 20;

type DraftParam = IrtfAgentConfig['/irtf-agent:data-params'];
type ParamWrite = OwnedWrite<DraftParam>;

export interface DraftParamOptions {
  readonly params: DataParams;
  readonly directory: AgentDirectory;
  readonly dataUrl: DataUrl;
}

export function draftParams(o: DraftParamOptions): OwnedNode<DraftParam> {
  const { params, dataUrl } = o;
  return {
    order: 2,
    read: {
      get: async ({ id }, call) => {
        const found = await visibleParam(o, id, call);
        return found && draftParamValue(found.param, dataUrl);
      },
      list: async (page, call) =>
        (await pageOfParams(o, page, call)).map(({ param }) => draftParamValue(param, dataUrl)),
    },
    write: async (write, call, tx) => {
      await writeParam(params, write, call, tx);
      return undefined;
    },
  };
}

async function writeParam(params: DataParams, write: ParamWrite, call: Call, tx: Tx): Promise<void> {
  const { id } = write.keys;
  const before = await params.get(id, tx);
  const known = before && {
    visible: await seesParam(params, call, before, tx),
    mine: before.param.owner === call.user,
  };
  const todo = requireWritable(call, { list: 'irtf-agent:data-params', id, operation: write.operation, known });
  if (todo === 'remove') await params.withdraw(tx, [id]);
  if (todo !== 'write') return;

  const base = write.operation === 'merge' ? before?.param : undefined;
  const param = paramOf(id, write.value, base, before?.param.owner ?? call.user);
  if (param.size !== null && param.size > LONGEST_DATA) {
    call.fail({
      tag: 'too-big',
      message: `data parameter "${id}" would hold more than ${LONGEST_DATA} octets; give a url instead`,
    });
  }
  requireSize(param, write.value.data, call);
  // Data written through an agent's endpoint can be read by that agent.
  await params.put(tx, param, call.view.kind === 'agent' ? [call.view.agent] : []);
}

/** Refuses data whose size is not `dataSize`: of the whole data or, for data in pieces, of the last piece. */
function requireSize(param: DataParam, piece: string | undefined, call: Call): void {
  const { id, size } = param;
  const stated = statedSize(param);
  if (stated === undefined || size === null || !isComplete(param) || stated === size) return;
  if (param.chunks > 1 && piece !== undefined && stated === octetsOf(piece)) return;
  call.fail({
    tag: 'invalid-value',
    path: `/irtf-agent:data-params[id='${id}']/dataSize`,
    message: `dataSize says ${stated}, but data parameter "${id}" has ${size} octets; say ${size}, leave dataSize out, or send all of the data`,
  });
}

/**
 * Returns the parameter after a write. A description does not change bytes that were uploaded. A piece of chunked data is appended
 * to the earlier ones, until a piece has `finished`.
 */
function paramOf(id: string, value: ParamWrite['value'], base: DataParam | undefined, owner: string): DataParam {
  const { data, dataType, dataSize, description, format, url, chunked, finished } = value;
  const modified = Date.now();
  if (data === undefined && base && base.file !== null) {
    return {
      ...base,
      description: description ?? base.description,
      stated_size: dataSize ?? base.stated_size,
      modified,
    };
  }
  const open = base !== undefined && base.chunked === 1 && base.finished !== 1;
  const continues = open && chunked !== false;
  // A replacement itself says whether it comes in pieces.
  const pieces = data === undefined || continues ? base : undefined;
  return measured({
    id,
    owner,
    agent: base?.agent ?? null,
    modality: dataType ?? base?.modality ?? 'text',
    description: description ?? base?.description ?? null,
    format: format ?? base?.format ?? null,
    // The stated size of the former data does not hold for the new data.
    stated_size: dataSize ?? (data === undefined || continues ? base?.stated_size : null) ?? null,
    url: url ?? base?.url ?? null,
    data: data === undefined ? (base?.data ?? null) : continues ? (base?.data ?? '') + data : data,
    chunked: flag(chunked) ?? pieces?.chunked ?? null,
    finished: flag(finished) ?? pieces?.finished ?? null,
    chunks: data === undefined ? (base?.chunks ?? 0) : continues ? (base?.chunks ?? 0) + 1 : 1,
    created: base?.created ?? new Date().toISOString(),
    modified,
    file: null,
  });
}

function flag(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : value ? 1 : 0;
}

/** A data parameter: a block of data that messages refer to, in the two forms in which it is shown. */
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { shownAgent } from '../../agents/index.js';
import { int64 } from '../../data/rfc7951/int64.js';
import type { IrtfAgent_DataParams, YangentContexts_Data_Param } from '../../generated/index.js';
import type { DataParamTable } from './database.js';
import { octetsOf } from './item.js';

export type DataParam = Readonly<Selectable<DataParamTable>>;

export function isComplete(param: Pick<DataParam, 'chunked' | 'finished'>): boolean {
  return param.chunked !== 1 || param.finished === 1;
}

/** Where the bytes of a parameter are to be had; undefined where the node serves none. */
export type DataUrl = (id: string) => string | undefined;

/** The kinds of data that the draft knows; files of other kinds it counts with structured data and text (seed 004 §5.2). */
const DRAFT_TYPES = ['text', 'image', 'audio', 'video'] as const;
const OTHER_TYPE = 'text';

/** The entry of `/irtf-agent:data-params` (seed 004 §5.2). */
export function draftParamValue(param: DataParam, dataUrl: DataUrl): IrtfAgent_DataParams {
  return {
    id: param.id,
    dataType: DRAFT_TYPES.find((each) => each === param.modality) ?? OTHER_TYPE,
    description: param.description ?? undefined,
    dataSize: param.stated_size ?? undefined,
    format: param.format ?? undefined,
    url: param.url ?? (param.file === null ? undefined : dataUrl(param.id)),
    data: param.data ?? undefined,
    chunked: param.chunked === null ? undefined : param.chunked === 1,
    finished: param.finished === null ? undefined : param.finished === 1,
  };
}

/**
 * The entry of `/yangent-contexts:data/param`.
 *
 * @param maxAge milliseconds after its last change when the node forgets it; 0: never
 */
export function paramValue(param: DataParam, maxAge: number): YangentContexts_Data_Param {
  return {
    id: param.id,
    owner: param.agent === null ? undefined : shownAgent(param.agent),
    description: param.description ?? undefined,
    modality: param.modality,
    'media-type': param.format ?? undefined,
    size: param.size === null ? undefined : int64(param.size),
    digest: digestOf(param),
    'chunk-count': param.chunked === 1 ? param.chunks : undefined,
    complete: isComplete(param),
    url: param.url ?? undefined,
    created: param.created,
    expires: maxAge > 0 ? new Date(param.modified + maxAge).toISOString() : undefined,
  };
}

/** The digest of the bytes that the node holds, as the model has it. */
export function digestOf({ digest }: Pick<DataParam, 'digest'>): string | undefined {
  return digest === null ? undefined : `sha-256:${digest}`;
}

/** The octets that `dataSize` says; undefined where it says them otherwise, or is not there: the draft leaves its form open. */
export function statedSize({ stated_size: stated }: Pick<DataParam, 'stated_size'>): number | undefined {
  return stated !== null && /^\d{1,15}$/.test(stated) ? Number(stated) : undefined;
}

/** A parameter with what follows from its data. */
export function measured(param: Omit<DataParam, 'size' | 'digest'>): DataParam {
  const { data } = param;
  if (data === null) return { ...param, size: null, digest: null };
  const digest = isComplete(param) ? createHash('sha256').update(data, 'utf8').digest('hex') : null;
  return { ...param, size: octetsOf(data), digest };
}

/** What is known of a parameter whose content is given as one piece: inline, or by the URL where it is. */
export type WholeParam = Pick<
  DataParam,
  'id' | 'owner' | 'agent' | 'modality' | 'description' | 'format' | 'url' | 'data'
>;

/** The parameter that this makes now. */
export function wholeParam(known: WholeParam): DataParam {
  const now = new Date();
  return measured({
    ...known,
    stated_size: null,
    chunked: null,
    finished: null,
    chunks: 1,
    created: now.toISOString(),
    modified: now.getTime(),
    file: null,
  });
}

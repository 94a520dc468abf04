/** A data parameter: data to which messages refer, and its values in the two models. */
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

/** Returns the URL of the bytes of a parameter; undefined when the node serves none. */
export type DataUrl = (id: string) => string | undefined;

/** The kinds of data in the draft. Files of other kinds count as `text`, like structured data (seed 004 §5.2). */
const DRAFT_TYPES = ['text', 'image', 'audio', 'video'] as const;
const OTHER_TYPE = 'text';

/** Returns the entry of `/irtf-agent:data-params` (seed 004 §5.2). */
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
 * Returns the entry of `/yangent-contexts:data/param`.
 *
 * @param maxAge milliseconds after its last change at which the node deletes it; 0: never
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

/** A parameter without its data, which may be long. */
export type ParamHead = Omit<DataParam, 'data'>;

/**
 * Returns a description of a parameter that is another one when its content is. Content of which the node has no digest, at a URL or
 * still incomplete, is described by the time of its last change.
 */
export function pinnedParam(param: ParamHead): Partial<YangentContexts_Data_Param> {
  const digest = digestOf(param);
  return {
    ...{ id: param.id, modality: param.modality, complete: isComplete(param) },
    ...(param.description === null ? {} : { description: param.description }),
    ...(param.format === null ? {} : { 'media-type': param.format }),
    ...(param.size === null ? {} : { size: int64(param.size) }),
    ...(param.url === null ? {} : { url: param.url }),
    ...(digest === undefined ? { modified: new Date(param.modified).toISOString() } : { digest }),
  };
}

/** Returns the digest of the stored bytes in the form of the model. */
export function digestOf({ digest }: Pick<DataParam, 'digest'>): string | undefined {
  return digest === null ? undefined : `sha-256:${digest}`;
}

/** Returns the octets of `dataSize`; undefined when it is absent or not a number: the draft leaves its form open. */
export function statedSize({ stated_size: stated }: Pick<DataParam, 'stated_size'>): number | undefined {
  return stated !== null && /^\d{1,15}$/.test(stated) ? Number(stated) : undefined;
}

/** Adds size and digest of inline data to a parameter. */
export function measured(param: Omit<DataParam, 'size' | 'digest'>): DataParam {
  const { data } = param;
  if (data === null) return { ...param, size: null, digest: null };
  const digest = isComplete(param) ? createHash('sha256').update(data, 'utf8').digest('hex') : null;
  return { ...param, size: octetsOf(data), digest };
}

/** A parameter with its whole content inline or at a URL. */
export type WholeParam = Pick<
  DataParam,
  'id' | 'owner' | 'agent' | 'modality' | 'description' | 'format' | 'url' | 'data'
>;

/** Makes a complete parameter of it, modified now. */
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

/** A context item: the record of one exchange between two agents, and its values in the two models. */
import { shownAgent } from '../../agents/index.js';
import type {
  IrtfAgent_Context,
  YangentContexts_Contexts_Item,
  YangentContexts_ContextType,
  YangentContexts_Encoding,
  YangentContexts_Redacted,
  YangentContexts_Sensitivity,
} from '../../generated/index.js';
import type { ContentForm } from '../redaction/index.js';

export interface ContextItem {
  readonly id: string;
  /** The user that wrote it. */
  readonly owner: string;
  readonly from: string;
  readonly to: string;
  readonly task?: string;
  readonly thread?: string;
  readonly type: YangentContexts_ContextType;
  readonly encoding?: YangentContexts_Encoding;
  readonly mediaType?: string;
  readonly sensitivity?: YangentContexts_Sensitivity;
  readonly content?: string;
  readonly dataParams: readonly string[];
  readonly inReplyTo?: string;
  /** Octets of the content before redaction. */
  readonly length?: number;
  readonly redacted: readonly YangentContexts_Redacted[];
  /** yang:date-and-time */
  readonly at: string;
  /** Set when its sender has removed it: no user sees it, and its identifier is not used again. */
  readonly withdrawn?: true;
  readonly response?: { readonly dataParam: string; readonly at: string };
}

/** An item, or a text that is treated as one. */
export interface NamedItem extends ContextItem {
  /** Name of the source of the content, for errors. Default: the context item by its identifier. */
  readonly called?: string;
}

/** True for an item that the node made from messages about a task: history, which users cannot change or remove. */
export function isHistory({ id, task }: Pick<ContextItem, 'id' | 'task'>): boolean {
  return task !== undefined && id.startsWith(`${task}-`);
}

/** True when both have the same content between the same agents: then the second is a repetition, since items are not changed. */
export function isSameItem(one: ContextItem, other: ContextItem): boolean {
  const said = ({
    from,
    to,
    task,
    thread,
    type,
    encoding,
    mediaType,
    sensitivity,
    content,
    dataParams,
    inReplyTo,
  }: ContextItem) =>
    JSON.stringify([from, to, task, thread, type, encoding, mediaType, sensitivity, content, dataParams, inReplyTo]);
  return said(one) === said(other);
}

/** Returns the entry of `/yangent-contexts:contexts/item`. */
export function itemValue(item: ContextItem): YangentContexts_Contexts_Item {
  return {
    id: item.id,
    task: item.task,
    thread: item.thread,
    from: shownAgent(item.from),
    to: shownAgent(item.to),
    type: item.type,
    encoding: item.encoding,
    'media-type': item.mediaType,
    sensitivity: item.sensitivity,
    content: item.content,
    'data-param': item.dataParams.length > 0 ? [...item.dataParams] : undefined,
    'in-reply-to': item.inReplyTo,
    length: item.length,
    redacted: item.redacted.length > 0 ? [...item.redacted] : undefined,
    at: item.at,
    response: item.response && { 'data-param': item.response.dataParam, at: item.response.at },
  };
}

/** Returns the entry of `/irtf-agent:context` (seed 004 §5.2), with request-info only if there is a text. */
export function draftContextValue(item: ContextItem): IrtfAgent_Context {
  const { content, dataParams, response } = item;
  return {
    id: item.id,
    sendFrom: shownAgent(item.from),
    sendTo: shownAgent(item.to),
    'request-info': content === undefined ? undefined : { content, dataParam: dataParams[0], time: item.at },
    'response-info': response && { dataParam: response.dataParam, time: response.at },
  };
}

/** Returns the form of its content, and its name for errors. */
export function formOf({ id, encoding, mediaType, called }: NamedItem): ContentForm {
  return { encoding, mediaType, called: called ?? (id === '' ? undefined : `context item "${id}"`) };
}

export function octetsOf(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

import { MEDIA_TYPE } from '../../wire/index.js';
import { methodNotAllowed } from '../refusal.js';
import { empty } from './answers.js';
import type { Answer, Exchange, Method } from './exchange.js';

/** The functions that answer the methods of one kind of resource. */
export type MethodTable<Target> = Partial<
  Readonly<Record<Exclude<Method, 'HEAD' | 'OPTIONS'>, (exchange: Exchange, target: Target) => Promise<Answer>>>
>;

/** Media types of a plain patch (RFC 8040 §4.6.1), and of a YANG Patch when the schema has its module (RFC 8072 §2.8). */
const PLAIN_PATCH = `${MEDIA_TYPE.json}, ${MEDIA_TYPE.xml}`;
const YANG_PATCH = `${MEDIA_TYPE.patchJson}, ${MEDIA_TYPE.patchXml}`;

/**
 * Answers a request from the table of its resource: HEAD as GET (RFC 8040 §4.2), OPTIONS from the table itself (§4.1).
 *
 * @param name the resource in an error message
 * @throws Refusal 405 with `Allow` when the resource does not support the method
 */
export async function answerFrom<Target>(
  table: MethodTable<Target>,
  exchange: Exchange,
  target: Target,
  name: string,
): Promise<Answer> {
  const { method } = exchange;
  if (method === 'OPTIONS') return options(table, exchange);
  const handler = table[method === 'HEAD' ? 'GET' : method];
  if (!handler) throw methodNotAllowed(method, name, allowOf(table));
  return handler(exchange, target);
}

function options<Target>(table: MethodTable<Target>, { schema }: Exchange): Answer {
  const types = schema.structures.has('ietf-yang-patch:yang-patch') ? `${PLAIN_PATCH}, ${YANG_PATCH}` : PLAIN_PATCH;
  const patch: Record<string, string> = table.PATCH ? { 'accept-patch': types } : {};
  return empty(200, { allow: allowOf(table), ...patch });
}

function allowOf<Target>(table: MethodTable<Target>): string {
  return [
    ...(table.GET ? ['GET', 'HEAD'] : []),
    'OPTIONS',
    ...Object.keys(table).filter((each) => each !== 'GET'),
  ].join(', ');
}

/** Bytes of any size at `/data/{id}`, separate from the operations (CUI-5-a, models.md). */
import { badRequest, methodNotAllowed, notFound } from '../refusal.js';
import type { BulkAnswer, BulkExchange } from './exchange.js';
import { getData } from './get.js';
import { putData } from './put.js';

export type { BulkAnswer, BulkExchange } from './exchange.js';

const METHODS: Readonly<Record<string, (exchange: BulkExchange) => Promise<BulkAnswer>>> = {
  GET: getData,
  HEAD: getData,
  OPTIONS: async () => ({ status: 200, headers: { allow: ALLOW, 'accept-ranges': 'bytes' } }),
  PUT: putData,
  DELETE: async ({ data, caller, id }) => {
    if (!(await data.describe(caller, id))) throw notFound(`there is no data "${id}"`);
    await data.remove(caller, id);
    return { status: 204, headers: {} };
  },
};
const ALLOW = Object.keys(METHODS).join(', ');

/** Answers a request for bytes. @throws Refusal or RpcError */
export function answerBulk(exchange: BulkExchange): Promise<BulkAnswer> {
  const method = Object.hasOwn(METHODS, exchange.method) ? METHODS[exchange.method] : undefined;
  if (!method) throw methodNotAllowed(exchange.method, 'data', ALLOW);
  if (exchange.query !== '') throw badRequest('data takes no query parameters');
  return method(exchange);
}

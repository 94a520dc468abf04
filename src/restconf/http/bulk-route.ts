/** The route of bulk data: message-bodies are not collected, but passed on as they arrive. */

import { Http2ServerRequest } from 'node:http2';
import { Readable } from 'node:stream';
import type { FastifyInstance, RawServerBase } from 'fastify';
import { overloaded, unsupportedContentCoding } from '../refusal.js';
import type { Admission } from './admission.js';
import { answerFields } from './answer-fields.js';
import { eventBody } from './event-body.js';
import { answerBulkRequest, type HandlerOptions } from './handler.js';
import type { Limits } from './limits.js';
import { onceOver } from './over.js';

/** The path of all bulk data. */
export const BULK_ROUTE = '/data';

export interface BulkRouteOptions {
  readonly handling: HandlerOptions;
  readonly admission: Admission;
  readonly limits: Limits;
  /** Called when a transfer begins, so that closing can end it. Returns the function to call when the transfer has ended. */
  readonly begins: (end: () => void) => () => void;
}

/** Adds the route. */
export function serveBulk<Raw extends RawServerBase>(app: FastifyInstance<Raw>, o: BulkRouteOptions): void {
  const { handling, admission, limits } = o;
  let transfers = 0;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.route({
      method: scope.supportedMethods,
      url: BULK_ROUTE,
      handler: async (request, reply) => {
        // A transfer may be long: it must not delay other requests of its connection.
        if (request.raw instanceof Http2ServerRequest) {
          admission.arrived(request.raw);
          admission.release(request.raw);
        }
        if (transfers >= limits.transfers) throw overloaded(`${transfers} transfers are under way; try again later`);
        transfers += 1;
        const ended = o.begins(() => reply.raw.destroy());
        onceOver(reply.raw, () => {
          transfers -= 1;
          ended();
        });
        requireIdentity(request.headers['content-encoding']);
        const body = request.body instanceof Readable ? arriving(request.body, limits.stallTime) : nothing();
        const { answer } = await answerBulkRequest(handling, request, reply.raw, body);
        reply.code(answer.status).headers({ ...answerFields(request), ...answer.headers });
        return answer.body ? reply.send(eventBody(answer.body, limits.stallTime, handling.log)) : reply.send();
      },
    });
  });
}

/** Refuses content codings: bytes are stored as sent. */
function requireIdentity(coding: string | undefined): void {
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') throw unsupportedContentCoding(coding);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Yields the bytes as they arrive; throws when none came for `stallTime` milliseconds. */
async function* arriving(body: Readable, stallTime: number): AsyncGenerator<Uint8Array> {
  const stall = setTimeout(() => body.destroy(new Error('no bytes arrived any more')), stallTime).unref();
  try {
    // Unread bytes of a refused body must not end the connection, which carries the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      yield chunk;
      stall.refresh();
    }
  } finally {
    clearTimeout(stall);
  }
}

import { parseJson, parseXml, RpcError } from '../../data/index.js';
import { decodeErrorsJson, decodeErrorsXml, encodingOf, parseMediaType, tagOfStatus } from '../../wire/index.js';
import type { HttpResponse } from './http.js';
import { decodePatchStatus } from './yang-patch.js';

/** A refusal by a RESTCONF server, with its HTTP status. */
export class RestconfError extends RpcError {
  readonly status: number;

  constructor(status: number, error: RpcError) {
    super(error, error.others);
    this.name = 'RestconfError';
    this.status = status;
  }
}

/** Returns the error of a response with status 300 or more, also without an error document. */
export function errorOf(response: HttpResponse): RestconfError {
  return new RestconfError(response.status, decodeBody(response) ?? describeStatus(response));
}

/** Returns the error document of a response; undefined when it has no readable one. */
function decodeBody({ headers, body }: HttpResponse): RpcError | undefined {
  const type = parseMediaType(headers['content-type'] ?? '');
  try {
    switch (type && encodingOf(type.name)) {
      case 'json':
        return decodeJsonBody(parseJson(body));
      case 'xml':
        return decodeErrorsXml(parseXml(body));
      case undefined:
        return undefined;
    }
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

function decodeJsonBody(document: unknown): RpcError | undefined {
  return decodeErrorsJson(document) ?? decodePatchStatus(document);
}

function describeStatus({ status, body }: HttpResponse): RpcError {
  const said = body.trim().slice(0, 200);
  return new RpcError({
    type: 'transport',
    tag: tagOfStatus(status),
    message: `the server answered with status ${status}${said === '' ? '' : `: ${said}`}`,
  });
}

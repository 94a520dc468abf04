import { namespaces } from '../../wire/index.js';
import { ALLOWED } from '../query/allowed.js';
import { parseParameters } from '../query/parameters.js';
import { document } from './answers.js';
import type { Answer, Exchange } from './exchange.js';
import { answerFrom, type MethodTable } from './method-table.js';

/** The revision of ietf-yang-library that is served (RFC 8525, RFC 8040 §3.3.3). */
const YANG_LIBRARY = '2019-01-04';

const API: MethodTable<undefined> = {
  GET: async (exchange) => {
    parseParameters(exchange.query, ALLOWED.none);
    return exchange.encoding === 'json'
      ? document(
          'json',
          JSON.stringify({
            'ietf-restconf:restconf': { data: {}, operations: {}, 'yang-library-version': YANG_LIBRARY },
          }),
        )
      : document(
          'xml',
          `<restconf xmlns="${namespaces.RESTCONF}"><data/><operations/><yang-library-version>${YANG_LIBRARY}</yang-library-version></restconf>`,
        );
  },
};

const LIBRARY_VERSION: MethodTable<undefined> = {
  GET: async (exchange) => {
    parseParameters(exchange.query, ALLOWED.none);
    return exchange.encoding === 'json'
      ? document('json', JSON.stringify({ 'ietf-restconf:yang-library-version': YANG_LIBRARY }))
      : document('xml', `<yang-library-version xmlns="${namespaces.RESTCONF}">${YANG_LIBRARY}</yang-library-version>`);
  },
};

/** Answers the RESTCONF root, `{+restconf}` (RFC 8040 §3.3). */
export function answerApiRoot(exchange: Exchange): Promise<Answer> {
  return answerFrom(API, exchange, undefined, 'the RESTCONF root');
}

/** Answers `{+restconf}/yang-library-version` (RFC 8040 §3.3.3). */
export function answerLibraryVersion(exchange: Exchange): Promise<Answer> {
  return answerFrom(LIBRARY_VERSION, exchange, undefined, 'yang-library-version');
}

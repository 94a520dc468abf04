import type { ActionTarget } from '../api-path/index.js';
import { parseApiPath } from '../api-path/index.js';
import { answerApiRoot, answerLibraryVersion } from './api-root.js';
import { answerData } from './data/index.js';
import { datastorePlace } from './datastores.js';
import type { Answer, Exchange } from './exchange.js';
import { invoke } from './invoke.js';
import { answerFrom, type MethodTable } from './method-table.js';
import { answerOperations } from './operations.js';
import type { RootedPlace } from './place.js';
import { answerStreams } from './streams/index.js';
import { answerSubscriptions } from './subscriptions.js';

const ACTION: MethodTable<ActionTarget> = {
  POST: (exchange, { operation, path }) => invoke(exchange, operation, path),
};

/** Returns the methods of an action: it can be invoked in operational, or when no datastore is named (RFC 8527 §3.1). */
function actionsOf({ datastore }: Exchange): MethodTable<ActionTarget> {
  return datastore === undefined || datastore === 'operational' ? ACTION : {};
}

/** Passes a request to its resource (RFC 8040 §3). */
export function dispatch(exchange: Exchange, { kind, rest, offset }: RootedPlace): Promise<Answer> {
  switch (kind) {
    case 'api':
      return answerApiRoot(exchange);
    case 'yang-library-version':
      return answerLibraryVersion(exchange);
    case 'operations':
      return answerOperations(exchange, rest, offset);
    case 'streams':
      return answerStreams(exchange, rest);
    case 'subscriptions':
      return answerSubscriptions(exchange, rest);
    case 'data':
      return dispatchData(exchange, rest, offset);
    case 'ds': {
      const { datastore, ...place } = datastorePlace(exchange, rest, offset);
      const dataRoot = `${exchange.root}/ds/ietf-datastores:${datastore}`;
      return dispatchData({ ...exchange, datastore, dataRoot }, place.rest, place.offset);
    }
    default:
      return kind satisfies never;
  }
}

function dispatchData(exchange: Exchange, rest: string, offset: number): Promise<Answer> {
  const target = parseApiPath(exchange.schema, rest, offset);
  switch (target.kind) {
    case 'datastore':
      return answerData(exchange, []);
    case 'data':
      return answerData(exchange, target.path);
    case 'action':
      return answerFrom(actionsOf(exchange), exchange, target, `action "${target.operation.name}"`);
    default:
      return target satisfies never;
  }
}

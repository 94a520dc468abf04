import type { Logger } from 'pino';
import type { AgentOwnership, Permissions } from '../access/index.js';
import type { Running } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { Store } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import type { Face, ServerContext } from './context.js';
import { editTree } from './edit.js';
import { invokeOperation } from './invoke.js';
import type { Provider } from './provider.js';
import { readTree } from './read.js';
import { buildRegistry } from './registry.js';
import type { Server } from './server.js';
import { subscribeTo } from './subscribe.js';

export interface ServerOptions {
  /** What the node endpoint serves. */
  readonly nodeSchema: Schema;
  /** What agent endpoints serve. */
  readonly agentSchema: Schema;
  readonly providers: readonly Provider[];
  readonly store: Store;
  readonly running: Running;
  readonly events: EventLog;
  readonly ownership: AgentOwnership;
  readonly permissions: Permissions;
  readonly log: Logger;
}

/** @throws ProviderError when a provider does not fit its module. */
export function createServer(options: ServerOptions): Server {
  const faceOf = (schema: Schema): Face => ({ schema, registry: buildRegistry(schema, options.providers) });
  const faces = { node: faceOf(options.nodeSchema), agent: faceOf(options.agentSchema) };
  const context: ServerContext = { ...options, face: (caller) => faces[caller.view.kind] };

  return {
    schema: (view) => faces[view.kind].schema,
    admits: (view) => view.kind === 'node' || options.ownership.ownersOf(view.agent) !== undefined,
    read: (caller, request) => readTree(context, caller, request),
    edit: (caller, request) => editTree(context, caller, request),
    invoke: (caller, request) => invokeOperation(context, caller, request),
    subscribe: (caller, request) => subscribeTo(context, caller, request),
    streams: () =>
      options.events.streams().map(({ name, description, replay, logCreated }) => ({
        name,
        description,
        replaySupport: replay,
        replayLogCreated: logCreated,
      })),
    version: () => ({ etag: options.running.etag, lastModified: options.running.lastModified }),
  };
}

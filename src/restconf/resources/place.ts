import { agentView, nodeView, type View } from '../../server/index.js';
import { badRequest, notFound } from '../refusal.js';

/** The place of a request-target, found without a schema (RFC 8040 §3.1, §3.3). */
export type Place = { readonly kind: 'host-meta'; readonly json: boolean } | ServicePlace | BulkPlace | RootedPlace;

/** The pages for operators and users besides the RESTCONF root. */
export type ServicePage = 'home' | 'health' | 'metrics' | 'openapi' | 'docs';

/** A page beside a RESTCONF root. */
export interface ServicePlace {
  readonly kind: 'service';
  readonly page: ServicePage;
  readonly view: View;
  /** The RESTCONF root that it describes. */
  readonly root: string;
}

/** Bytes beside a RESTCONF root. */
export interface BulkPlace {
  readonly kind: 'bulk';
  readonly view: View;
  readonly id: string;
}

export interface RootedPlace {
  readonly kind: 'api' | 'data' | 'ds' | 'operations' | 'yang-library-version' | 'streams' | 'subscriptions';
  readonly view: View;
  /** The RESTCONF root as written. */
  readonly root: string;
  /** The path after the segment of the kind, still percent-encoded, without leading slash. */
  readonly rest: string;
  /** Offset of `rest` in the path. */
  readonly offset: number;
}

const KINDS: Readonly<Record<string, RootedPlace['kind']>> = {
  data: 'data',
  ds: 'ds',
  operations: 'operations',
  'yang-library-version': 'yang-library-version',
  streams: 'streams',
  subscriptions: 'subscriptions',
};

const NODE_PAGES: Readonly<Record<string, ServicePage>> = {
  '': 'home',
  healthz: 'health',
  metrics: 'metrics',
  'openapi.json': 'openapi',
  openapi: 'docs',
  docs: 'docs',
};
/** Pages of agents. Health and metrics belong to the process, so agents have none. */
const AGENT_PAGES: Readonly<Record<string, ServicePage>> = { 'openapi.json': 'openapi', openapi: 'docs', docs: 'docs' };
const AGENT_PAGE = /^\/agents\/([^/]+)\/([^/]+)$/;

const NODE_ROOT = '/restconf';
const AGENT_ROOT = /^\/agents\/([^/]+)\/restconf(?=\/|$)/;

/**
 * Finds the place of a path.
 *
 * @param path still percent-encoded, without query
 * @throws Refusal 404 when nothing is served; 400 for a badly encoded agent-id
 */
export function placeOf(path: string): Place {
  if (path === NODE_ROOT || path.startsWith(`${NODE_ROOT}/`)) return below(path, NODE_ROOT, nodeView);
  const agent = AGENT_ROOT.exec(path);
  if (agent?.[1] !== undefined) return below(path, agent[0], agentView(decodeAgent(agent[1])));
  if (path === '/.well-known/host-meta') return { kind: 'host-meta', json: false };
  if (path === '/.well-known/host-meta.json') return { kind: 'host-meta', json: true };
  const bulk = bulkPlace(path);
  if (bulk) return bulk;
  const page = servicePlace(path);
  if (page) return page;
  throw notFound(`nothing is served at this path; the RESTCONF root is ${NODE_ROOT}`);
}

const BULK = /^(?:\/agents\/([^/]+))?\/data\/([^/]+)$/;

function bulkPlace(path: string): BulkPlace | undefined {
  const [, agent, id] = BULK.exec(path) ?? [];
  if (id === undefined) return undefined;
  return { kind: 'bulk', view: agent === undefined ? nodeView : agentView(decodeAgent(agent)), id: decodeId(path, id) };
}

function servicePlace(path: string): ServicePlace | undefined {
  const own = path.slice(1);
  const page = Object.hasOwn(NODE_PAGES, own) ? NODE_PAGES[own] : undefined;
  if (page) return { kind: 'service', page, view: nodeView, root: NODE_ROOT };
  const [, agent, name] = AGENT_PAGE.exec(path) ?? [];
  const agentPage = name !== undefined && Object.hasOwn(AGENT_PAGES, name) ? AGENT_PAGES[name] : undefined;
  if (agent === undefined || !agentPage) return undefined;
  return { kind: 'service', page: agentPage, view: agentView(decodeAgent(agent)), root: `/agents/${agent}/restconf` };
}

function below(path: string, root: string, view: View): RootedPlace {
  const rest = path.slice(root.length + 1);
  // A trailing slash after the root or one of its children names the same resource.
  if (rest === '') return { kind: 'api', view, root, rest: '', offset: path.length };
  const slash = rest.indexOf('/');
  const name = slash < 0 ? rest : rest.slice(0, slash);
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind === undefined) {
    throw notFound(`"${name}" is not a resource of the RESTCONF root; expected ${Object.keys(KINDS).join(', ')}`);
  }
  const offset = root.length + 1 + name.length + 1;
  return { kind, view, root, rest: path.slice(offset), offset };
}

function decodeAgent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest(`path, offset ${'/agents/'.length}: expected a percent-encoded agent-id, found "${text}"`);
  }
}

function decodeId(path: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    const offset = path.length - text.length;
    throw badRequest(`path, offset ${offset}: expected a percent-encoded identifier of data, found "${text}"`);
  }
}

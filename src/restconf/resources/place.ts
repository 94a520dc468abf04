import { agentView, nodeView, type View } from '../../server/index.js';
import { badRequest, notFound } from '../refusal.js';

/** Where a request-target points before any schema is asked (RFC 8040 §3.1, §3.3). */
export type Place = { readonly kind: 'host-meta'; readonly json: boolean } | RootedPlace;

export interface RootedPlace {
  readonly kind: 'api' | 'data' | 'operations' | 'yang-library-version' | 'streams';
  readonly view: View;
  /** The RESTCONF root as written. */
  readonly root: string;
  /** What follows the kind's own segment, still percent-encoded, without leading slash. */
  readonly rest: string;
  /** Offset of `rest` in the path. */
  readonly offset: number;
}

const KINDS: Readonly<Record<string, RootedPlace['kind']>> = {
  data: 'data',
  operations: 'operations',
  'yang-library-version': 'yang-library-version',
  streams: 'streams',
};

const NODE_ROOT = '/restconf';
const AGENT_ROOT = /^\/agents\/([^/]+)\/restconf(?=\/|$)/;

/**
 * Finds the place of a path.
 *
 * @param path still percent-encoded, without query
 * @throws Refusal 404 where nothing is served; 400 for an agent-id that is badly encoded
 */
export function placeOf(path: string): Place {
  if (path === NODE_ROOT || path.startsWith(`${NODE_ROOT}/`)) return below(path, NODE_ROOT, nodeView);
  const agent = AGENT_ROOT.exec(path);
  if (agent?.[1] !== undefined) return below(path, agent[0], agentView(decodeAgent(agent[1])));
  if (path === '/.well-known/host-meta') return { kind: 'host-meta', json: false };
  if (path === '/.well-known/host-meta.json') return { kind: 'host-meta', json: true };
  throw notFound(`nothing is served at this path; the RESTCONF root is ${NODE_ROOT}`);
}

function below(path: string, root: string, view: View): RootedPlace {
  const rest = path.slice(root.length + 1);
  // One slash behind the root or behind one of its children is what people type; it names the same resource.
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

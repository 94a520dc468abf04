/** Which paths the faces serve. */
import { agentView, type Face, type Mount, nodeView, type View } from '../../server/index.js';
import { documentPlace, type PublicDocuments } from './documents.js';
import type { MountPlace } from './place.js';

/** First segments that are the node's own, or an agent's. */
const TAKEN: ReadonlySet<string> = new Set(['', 'restconf', 'agents', 'data', 'healthz', 'metrics', 'openapi', 'docs']);
const OWN_FILES: ReadonlySet<string> = new Set(['openapi.json', '.well-known/host-meta', '.well-known/host-meta.json']);
const SEGMENTS = /^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;
const AGENT = /^\/agents\/([^/]+)\/(.+)$/;

export class MountTable {
  /** The longest path first. */
  readonly #mounts: readonly Pick<MountPlace, 'face' | 'mount'>[];

  /**
   * @param documents served where no face is
   * @throws Error for a path that is the node's own, that is not well-formed, or that two mounts have
   */
  constructor(
    faces: readonly Face[],
    private readonly documents?: PublicDocuments,
  ) {
    const mounts = faces.flatMap((face) => face.mounts.map((mount) => ({ face, mount })));
    const seen = new Map<string, string>();
    for (const { face, mount } of mounts) {
      const fault = faultOf(mount, seen.get(mount.path));
      if (fault !== undefined) throw new Error(`face "${face.protocol}": the mount "${mount.path}" ${fault}`);
      seen.set(mount.path, face.protocol);
    }
    this.#mounts = mounts.toSorted((one, other) => other.mount.path.length - one.mount.path.length);
  }

  get takesUpgrades(): boolean {
    return this.#mounts.some(({ mount }) => mount.upgrade !== undefined);
  }

  /** @param path still percent-encoded, without query */
  find(path: string): MountPlace | undefined {
    const [, agent, below] = AGENT.exec(path) ?? [];
    const view = agent === undefined ? nodeView : viewOf(agent);
    const own = below ?? path.slice(1);
    const found = this.#mounts.find(
      ({ mount }) => isAt(own, mount.path) && (mount.of === 'both' || mount.of === view?.kind),
    );
    if (!view) return undefined;
    if (!found) return this.documents && documentPlace(this.documents, view, own);
    const rest = decoded(own.slice(found.mount.path.length + 1));
    return rest && { ...found, view, rest };
  }
}

function faultOf({ path }: Mount, other: string | undefined): string | undefined {
  const [first = ''] = path.split('/');
  if (!SEGMENTS.test(path)) return 'is no path; give segments of letters, digits and "-._~", as in a2a/v1';
  if (TAKEN.has(first) || OWN_FILES.has(path)) return 'is a path of the node itself; choose another';
  return other === undefined ? undefined : `is taken by the face "${other}"; choose another`;
}

function isAt(path: string, mount: string): boolean {
  return path.startsWith(mount) && (path.length === mount.length || path[mount.length] === '/');
}

function viewOf(agent: string): View | undefined {
  const [id] = decoded(agent) ?? [];
  return id === undefined ? undefined : agentView(id);
}

/** Undefined where a segment is badly encoded. */
function decoded(path: string): readonly string[] | undefined {
  try {
    return path === '' ? [] : path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

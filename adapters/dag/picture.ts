/** Pictures of definitions and runs. */
import type { CallerApi, FaceAnswer, FaceRequest } from '../../src/index.js';
import { requireAccepted } from './media.js';
import { notThere } from './names.js';

const FORMATS = { 'graph.svg': 'svg', 'graph.dot': 'dot', 'graph.mmd': 'mermaid' } as const;
const TYPES = { svg: 'image/svg+xml', dot: 'text/vnd.graphviz', mermaid: 'text/vnd.mermaid' } as const;

/** The texts of a graph are others' words: should any get through, the picture runs and loads nothing. */
const HARMLESS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

export function isPicture(name: string | undefined): name is keyof typeof FORMATS {
  return name !== undefined && Object.hasOwn(FORMATS, name);
}

/** @param of the definition or the run */
export async function picture(
  request: FaceRequest,
  as: CallerApi,
  of: { readonly definition: string } | { readonly run: string },
  name: string | undefined,
): Promise<FaceAnswer> {
  if (!isPicture(name)) throw notThere();
  const format = FORMATS[name];
  requireAccepted(request, TYPES[format]);
  const drawn = await as.invoke('yangent-workflows:render', { ...of, format });
  return {
    status: 200,
    headers: { ...HARMLESS, 'content-type': `${drawn['media-type']}; charset=utf-8` },
    body: drawn.picture,
  };
}

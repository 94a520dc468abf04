/** Documents about the node and its agents, which are served beside the faces and like them. */
import { type FaceAnswer, type FaceRequest, nodeView, type View } from '../../server/index.js';
import { negotiate } from '../../wire/index.js';
import { notAcceptable, notFound } from '../refusal.js';
import type { MountPlace } from './place.js';

/** A document at a path. */
export interface PublicDocument {
  /** True when it is served without login. */
  readonly isPublic: boolean;
  /** Its forms by their media types, of which a client chooses one, the preferred one first. Absent: it has one form. */
  readonly types?: readonly string[];
  /**
   * Answers a GET; undefined when there is no document for this caller.
   *
   * @param type the chosen form; undefined for a document with one
   */
  answer(request: Pick<FaceRequest, 'query' | 'as'>, type?: string): Promise<FaceAnswer | undefined>;
}

/** The port by which a room has its documents served. */
export interface PublicDocuments {
  /**
   * Returns the document at a path; undefined where none lies. It decides itself who may see which agent.
   *
   * @param view the node, or the agent below which the path is
   * @param path without slash at the beginning: `.well-known/did.json`
   */
  at(view: View, path: string): PublicDocument | undefined;
}

/** Returns a document as a mount of its own. Its callers see the node, also where it is about an agent. */
export function documentPlace(documents: PublicDocuments, view: View, path: string): MountPlace | undefined {
  const document = documents.at(view, path);
  if (!document) return undefined;
  const answer = async (request: FaceRequest) => {
    const found = await document.answer(request, formFor(document, request));
    if (!found) throw notFound('nothing is served at this path');
    return document.types ? { ...found, headers: { ...found.headers, vary: 'accept' } } : found;
  };
  const access = document.isPublic ? 'anonymous' : 'login';
  const mount = { path, of: view.kind, methods: ['GET'], access, answer } as const;
  return { face: { protocol: 'documents', mounts: [mount] }, mount, view: nodeView, rest: [] };
}

/** Returns the form that the client prefers (RFC 9110 §12.5.1). @throws Refusal 406 for one that takes none */
function formFor({ types }: PublicDocument, { headers: { accept } }: FaceRequest): string | undefined {
  const form = types && negotiate(accept, types);
  if (types && form === undefined)
    throw notAcceptable(`none of the media types in Accept "${accept}" can be answered; expected ${types.join(', ')}`);
  return form;
}

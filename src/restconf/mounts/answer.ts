/** One request to a face, and its answer. */
import { messageOf, RpcError } from '../../data/index.js';
import type { CallerApi, FaceAnswer, FaceRequest } from '../../server/index.js';
import { methodNotAllowed, Refusal } from '../refusal.js';
import { checkedAnswer } from './checked.js';
import type { MountPlace } from './place.js';

/** The request as the listener has it. */
export interface Arrived extends Pick<FaceRequest, 'method' | 'headers' | 'body' | 'origin' | 'source' | 'signal'> {
  /** Still percent-encoded, without `?`. */
  readonly query: string;
  readonly as: CallerApi | undefined;
}

export function faceRequest({ view, rest }: MountPlace, { query, ...arrived }: Arrived): FaceRequest {
  const agent = view.kind === 'agent' ? { agent: view.agent } : {};
  return { ...arrived, rest, query: new URLSearchParams(query), ...agent };
}

/**
 * Asks the face.
 *
 * @throws RpcError where the face does not tell errors itself; Error for a
 *   fault of the face
 */
export async function answerMount(place: MountPlace, request: FaceRequest): Promise<FaceAnswer> {
  const answer = await toldAs(place, request, () => named(place, () => place.mount.answer(request)));
  return checkedAnswer(place.face.protocol, answer);
}

/** @throws Refusal 405 for a method that the mount does not have */
export function requireMethod({ mount: { methods, path } }: MountPlace, method: string): void {
  const served = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  if (!served.includes(method)) throw methodNotAllowed(method, path, served.join(', '));
}

/** Names the face in its faults, for the log. Errors of the node stay as they are. */
export async function named<T>({ face }: MountPlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RpcError || error instanceof Refusal) throw error;
    throw new Error(`face "${face.protocol}" failed: ${messageOf(error)}`, { cause: error });
  }
}

/** Has the face tell an error of the node. */
export async function toldAs<T>(
  { face }: MountPlace,
  request: FaceRequest,
  work: () => Promise<T>,
): Promise<T | FaceAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RpcError) || !face.refusal) throw error;
    return face.refusal(error, request);
  }
}

/** Posts into a session of ours over RESTCONF: a connection for each request that is under way, as HTTP/1.1 answers in order. */
import { HttpAnswers, type HttpPlace, openSocket, sessionRequest } from './http-wire.js';
import type { Wire } from './pipeline.js';

export interface SessionPlace extends HttpPlace {
  readonly session: string;
  readonly from: string;
}

export function openSessionPosts(place: SessionPlace, content: string, connections: number): Promise<readonly Wire[]> {
  const { session, from } = place;
  const request = sessionRequest(place, 'send', { session, from, content });
  const open = async (): Promise<Wire> => {
    const socket = await openSocket(place);
    const answers = new HttpAnswers();
    return { socket, next: () => request, answered: (bytes) => answers.take(bytes).length };
  };
  return Promise.all(Array.from({ length: connections }, open));
}

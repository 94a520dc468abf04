/** Answers: documents and messages as the model has them (structures of `yangent-workflows`). */
import type { FaceAnswer, Structures, Unmarked } from '../../src/index.js';
import { MEDIA_TYPE } from './media.js';

// A graph is the same in all places of the model.
type Document = Unmarked<Structures['yangent-workflows:dag']>;
type Message = Unmarked<Structures['yangent-workflows:dag-message']>;
/** Header fields by their names. */
export type Fields = Readonly<Record<string, string>>;

/** Answers with a document. One about checkpoints or a new run says nothing of the graph. */
export function documentAnswer(document: Partial<Document>, fields: Fields = {}, status = 200): FaceAnswer {
  return answerWith({ 'yangent-workflows:dag': document }, fields, status);
}

/** Answers with a message, which was sent now. */
export function messageAnswer(message: Message, fields: Fields, status = 200): FaceAnswer {
  const sent: Message = { ...message, at: new Date().toISOString() };
  return answerWith({ 'yangent-workflows:dag-message': sent }, fields, status);
}

/** Answers with content that the node has written by its model. */
export function answerWith(content: object, fields: Fields = {}, status = 200): FaceAnswer {
  return {
    status,
    headers: { 'content-type': MEDIA_TYPE, 'cache-control': 'no-store', ...fields },
    body: JSON.stringify(content),
  };
}

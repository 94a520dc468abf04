export { answerMount, faceRequest, named, requireMethod, toldAs } from './answer.js';
export { checkedAnswer, isStreamed } from './checked.js';
export type { PublicDocument, PublicDocuments } from './documents.js';
export type { MountPlace } from './place.js';
export { MountTable } from './table.js';

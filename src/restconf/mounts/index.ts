export { answerMount, faceRequest, named, requireMethod, toldAs } from './answer.js';
export { checkedAnswer, isStreamed } from './checked.js';
export { type MountPlace, MountTable } from './table.js';

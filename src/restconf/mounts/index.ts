export { answerMount, faceRequest, named, toldAs } from './answer.js';
export { checkedAnswer, isStreamed } from './checked.js';
export { type MountPlace, MountTable } from './table.js';

export { answerMount, faceRequest, toldAs } from './answer.js';
export { type MountPlace, MountTable } from './table.js';

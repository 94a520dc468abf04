/** Graphs of tasks over HTTP: documents, runs, and messages about their steps, in the words of the draft of agent task DAGs. */
export { createFace } from './face.js';

/** The Internet of Agents Task Protocol over WebSocket: teams, turns and tasks in the words of its draft. */
export { createFace } from './face.js';

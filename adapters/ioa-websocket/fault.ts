/** Errors of frames. */
import { type ErrorTag, RpcError } from '../../src/index.js';

/** Returns the error of a frame that cannot be understood. @param message says what was wrong, and what would be right */
export function fault(tag: ErrorTag, message: string, appTag?: string): RpcError {
  return new RpcError({ type: 'application', tag, message, ...(appTag === undefined ? {} : { appTag }) });
}

const MAX_SHOWN = 64;

/** Returns a text of the client for an error that goes back to it. */
export function shown(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}

/** Awaits what may find its session or its task gone: others end them at any moment, and the node tells it by messages. */
export async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RpcError && error.tag === 'data-missing') return undefined;
    throw error;
  }
}

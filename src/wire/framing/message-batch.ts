/**
 * Messages that are sent together. Short ones stay text until then: one notification waits in many sessions, and framing it
 * for each would multiply its memory.
 */
import type { Framing } from './decoder.js';
import { encodeMessage, encodeShort, isShort } from './encoder.js';

export class MessageBatch {
  #frames: Buffer[] = [];
  /** Texts after the frames. */
  #texts: string[] = [];
  #size = 0;

  /** Characters and bytes of the waiting messages. */
  get size(): number {
    return this.#size;
  }

  /** @throws FramingError when the framing cannot carry the text, which is then not added */
  add(text: string, framing: Framing): void {
    if (isShort(text, framing)) {
      this.#texts.push(text);
      this.#size += text.length;
      return;
    }
    const frames = encodeMessage(text, framing);
    this.#encodeTexts();
    for (const frame of frames) {
      this.#frames.push(frame);
      this.#size += frame.length;
    }
  }

  /** Returns all frames in one piece and empties the batch; undefined when there are none. */
  take(): Buffer | undefined {
    this.#encodeTexts();
    const [first, ...others] = this.#frames;
    const all = first && others.length > 0 ? Buffer.concat(this.#frames) : first;
    this.#frames = [];
    this.#size = 0;
    return all;
  }

  #encodeTexts(): void {
    if (this.#texts.length === 0) return;
    this.#frames.push(encodeShort(this.#texts));
    this.#texts = [];
  }
}

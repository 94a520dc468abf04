/**
 * Messages that are to go out together. Short ones stay text until then: the same notification waits in many sessions, and
 * framed for each of them it would take its memory as often.
 */
import type { Framing } from './decoder.js';
import { encodeMessage, encodeShort, isShort } from './encoder.js';

export class MessageBatch {
  #frames: Buffer[] = [];
  /** Behind the frames. */
  #texts: string[] = [];
  #size = 0;

  /** Characters and bytes of what waits. */
  get size(): number {
    return this.#size;
  }

  /** @throws FramingError when the framing cannot carry the text; nothing was added then */
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

  /** All of it in one piece; undefined when there is nothing. Empty afterwards. */
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

import { randomFillSync } from 'node:crypto';

let lastTime = 0;
let counter = 0;
/** Pool of random octets: one call for many octets costs as much as one call for a few. */
const pool = Buffer.alloc(4_096);
const TAIL = 8;
let used = pool.length;

/** Returns a UUID of version 7 (RFC 9562 §5.7). The ids of one process sort in the order in which they were made. */
export function newId(now: number = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    counter = 0;
  } else if (++counter > 0xfff) {
    lastTime++;
    counter = 0;
  }
  const time = lastTime.toString(16).padStart(12, '0');
  const tail = randomTail();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

/** Makes all further identifiers sort after this one, also when the clock was set back. */
export function continueAfter(id: string): void {
  const time = Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
  if (!(time >= lastTime)) return;
  lastTime = time;
  counter = 0xfff;
}

/** Returns the last 64 bits of an id, with the variant of RFC 9562 §4.1, as hexadecimal digits. */
function randomTail(): string {
  if (used + TAIL > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  pool[used] = ((pool[used] ?? 0) & 0x3f) | 0x80;
  const tail = pool.toString('hex', used, used + TAIL);
  used += TAIL;
  return tail;
}

import { ArchiveFault } from './lines.js';

const LINE_FEED = 0x0a;
/** Octets of a line: more hold no record, and would fill the memory. */
const LONGEST = 16 << 20;

/** Calls `take` with each line of a file, without its line feed. The octets are good until the next call. @throws ArchiveFault */
export async function eachLine(chunks: AsyncIterable<Buffer>, take: (line: Buffer) => void): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const octets = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = octets.indexOf(LINE_FEED); end >= 0; end = octets.indexOf(LINE_FEED, start)) {
      take(octets.subarray(start, end));
      start = end + 1;
    }
    rest = octets.subarray(start);
    if (rest.length > LONGEST) throw new ArchiveFault(`a line is longer than ${LONGEST} octets`);
  }
  if (rest.length > 0) throw new ArchiveFault('the last line has no end: the file was cut');
}

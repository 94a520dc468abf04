/** Server-sent events, the wire form of event streams (RFC 8040 §6.3; W3C EventSource). */

/** Returns one event; each line of the text becomes a data field. @param id empty for a message that is in no event log */
export function eventText(id: string, data: string): string {
  return `${id === '' ? '' : `id: ${id.replace(/[\r\n\0]/g, '')}\n`}${data
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;
}

/** Returns a comment, which clients do not show: it keeps the connection alive or gives the reason of the end. */
export function commentText(text: string): string {
  return `: ${text.replace(/[\r\n]+/g, ' ')}\n\n`;
}

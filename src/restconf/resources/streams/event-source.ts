/** Server-sent events, the wire form of event streams (RFC 8040 §6.3; W3C EventSource). */

/** One event; a text of several lines becomes as many data fields. @param id empty for what is in no event log */
export function eventText(id: string, data: string): string {
  return `${id === '' ? '' : `id: ${id.replace(/[\r\n\0]/g, '')}\n`}${data
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;
}

/** A comment, which clients do not show: it keeps the connection alive or says why the stream ends. */
export function commentText(text: string): string {
  return `: ${text.replace(/[\r\n]+/g, ' ')}\n\n`;
}

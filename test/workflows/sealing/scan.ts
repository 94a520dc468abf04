/** Looks for a text in every file below a directory. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the names of the files that have a text, plain or within base64. */
export function filesWith(directory: string, text: string): readonly string[] {
  const forms = [Buffer.from(text), ...base64Forms(text)];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const octets = readFileSync(file);
      return forms.some((form) => octets.includes(form));
    })
    .map((file) => file.slice(directory.length + 1));
}

/** A text within a longer one, by where it stands in the groups of three octets. */
function base64Forms(text: string): readonly Buffer[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    // The first and the last characters depend on what stands beside it.
    const inner = (encoding: 'base64' | 'base64url') => whole.toString(encoding).slice(before === 0 ? 0 : 4, -5);
    return [Buffer.from(inner('base64')), Buffer.from(inner('base64url'))];
  });
}

import { paint, printable } from '../terminal/index.js';
import type { Finding } from './records.js';

/** Returns a finding on one line, as compilers print them. @param place `repair.yaml:12:5`, or the name of the workflow */
export function findingLine(place: string, { severity, path, message, code }: Omit<Finding, 'id'>): string {
  const word = paint(severity, severity === 'error' ? 'red' : 'yellow');
  return `${paint(place, 'bold')}: ${word}: ${printable(`${path}: ${message} (${code})`)}`;
}

/** PDF Agent: reads documents. */
import type { Skill } from '../member.js';
import { linesOf } from '../pdf.js';

export const parsePdf: Skill = async ({ input }) => linesOf(Buffer.from(String(input.pdf), 'base64')).join('\n');

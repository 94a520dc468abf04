/** The least PDF that shows lines of text, and their way back: strings that an operator Tj shows (ISO 32000-1 §9.4.3). */

/** Returns a document of one page. @param lines of ASCII */
export function pdfOf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
  const stream = `BT /F1 12 Tf 14 TL 72 720 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const parts = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(parts.join('').length);
    parts.push(`${index + 1} 0 obj\n${object}\nendobj\n`);
  }
  const start = parts.join('').length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(`xref\n0 ${size}\n0000000000 65535 f \n${entries}`);
  parts.push(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}

/** Returns the lines of text that a document shows. @throws Error for what is no PDF */
export function linesOf(document: Buffer): readonly string[] {
  const text = document.toString('latin1');
  if (!text.startsWith('%PDF-')) throw new Error('the document is no PDF');
  return [...text.matchAll(/\(((?:\\.|[^\\)])*)\)\s*Tj/g)].map(([, shown = '']) => shown.replace(/\\(.)/g, '$1'));
}

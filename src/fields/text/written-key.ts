/**
 * The key of a record of several parts in one cell of a file: `GC / 80-05-7`. A part that could be read otherwise
 * stands in quotation marks, which are doubled inside it, as in CSV: `"in / out" / 7`. A key of one part is its text.
 */
export function writeKey(parts: readonly string[]): string {
  return parts.length === 1 ? parts.join() : parts.map(quote).join(' / ');
}

/** Which parts stand in quotation marks, in the syntax that JavaScript and PostgreSQL share. */
export const quotedPart = '^"|^[ \\t\\r\\n]|[ \\t\\r\\n]$|(^|[ \\t\\r\\n])/($|[ \\t\\r\\n])';

function quote(part: string): string {
  return new RegExp(quotedPart).test(part) ? `"${part.replaceAll('"', '""')}"` : part;
}

/** Reads what `writeKey` wrote; undefined for a text that has another number of parts. */
export function readKey(text: string, count: number): string[] | undefined {
  if (count === 1) return [text];
  const parts = splitKey(text.trim()).map((part) => {
    if (!part.startsWith('"')) return part;
    return /^"((?:[^"]|"")*)"$/.exec(part)?.[1]?.replaceAll('""', '"') ?? '';
  });
  return parts.length === count && !parts.includes('') ? parts : undefined;
}

/** The parts as they are written. A separator in quotation marks is text. */
function splitKey(text: string): string[] {
  const parts: string[] = [];
  let isOpen = false;
  for (const [at, piece] of text.split(/([ \t\r\n]+\/[ \t\r\n]+)/).entries()) {
    const isSeparator = at % 2 === 1;
    if (isSeparator && !isOpen) continue;
    const part: string = isOpen ? `${parts.pop() ?? ''}${piece}` : piece;
    parts.push(part);
    const marks = part.startsWith('"') ? piece.split('"').length - 1 : 0;
    isOpen = isOpen !== (marks % 2 === 1);
  }
  return parts;
}

/** What one piece of a pasted list is taken for. */
export type ParsedAddress = {
  state: 'ok' | 'twice' | 'wrong';
  /** The address, in small letters; of what is none the text as it stands. */
  email: string;
  name?: string;
};

const address = /[^\s@,;<>"()[\]]+@[^\s@,;<>"()[\]]+\.[^\s@,;<>"()[\]]+/g;

/**
 * Reads addresses as people have them: a column, a line separated by commas or semicolons,
 * `Ada Lovelace <ada@example.org>` as mail programs copy it, or a line of a table with the name beside.
 */
export function parseAddresses(text: string): ParsedAddress[] {
  const seen = new Set<string>();
  return text
    .split(/[\n;]/)
    .flatMap((line) => toPieces(line))
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .map((piece) => {
      const parsed = parsePiece(piece);
      if (parsed.state === 'wrong') return parsed;
      if (seen.has(parsed.email)) return { ...parsed, state: 'twice' };
      seen.add(parsed.email);
      return parsed;
    });
}

/** A comma separates addresses, or a name from its address: the number of addresses tells which, and what no name looks like. */
function toPieces(line: string): string[] {
  const count = line.match(address)?.length ?? 0;
  const pieces = line.split(',');
  const isList = count > 1 || (count === 1 && pieces.some(isMistyped));
  return isList ? pieces : [line];
}

/** One word that nobody is called: in small letters, or with a sign of an address in it. */
function isMistyped(piece: string): boolean {
  const text = piece.trim();
  return !/\s/.test(text) && !text.match(address) && /^\p{Ll}|[@_\d]|\.\S/u.test(text);
}

function parsePiece(piece: string): ParsedAddress {
  const [found, ...others] = piece.match(address) ?? [];
  if (found === undefined || others.length > 0) return { state: 'wrong', email: piece.trim() };
  const name = piece
    .replace(found, ' ')
    .replace(/mailto:|[<>"()[\],\t]/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const email = found.replace(/^mailto:|^['.]+|['.]+$/gi, '').toLowerCase();
  return { state: 'ok', email, ...(name === '' ? {} : { name }) };
}

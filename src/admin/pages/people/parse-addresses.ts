/** One recognised part of a pasted list. */
export type ParsedAddress = {
  state: 'ok' | 'twice' | 'wrong';
  /** The address in lower case; for other text, the text itself. */
  email: string;
  name?: string;
};

const address = /[^\s@,;<>"()[\]]+@[^\s@,;<>"()[\]]+\.[^\s@,;<>"()[\]]+/g;

/**
 * Parses addresses as people have them: in a column, separated by commas or semicolons, as `Ada
 * Lovelace <ada@example.org>` from a mail program, or as table rows with the name beside the address.
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

/** A comma separates addresses, or a name from its address: the number of addresses and impossible names decide which. */
function toPieces(line: string): string[] {
  const count = line.match(address)?.length ?? 0;
  const pieces = line.split(',');
  const isList = count > 1 || (count === 1 && pieces.some(isMistyped));
  return isList ? pieces : [line];
}

/** One word that cannot be a name: in lower case, or with a character of an address in it. */
function isMistyped(piece: string): boolean {
  const text = piece.trim();
  return !/\s/.test(text) && !text.match(address) && /^\p{Ll}|[@_\d]|\.\S/u.test(text);
}

function parsePiece(piece: string): ParsedAddress {
  const [match, ...others] = piece.match(address) ?? [];
  if (match === undefined || others.length > 0) return { state: 'wrong', email: piece.trim() };
  const name = piece
    .replace(match, ' ')
    .replace(/mailto:|[<>"()[\],\t]/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const email = match.replace(/^mailto:|^['.]+|['.]+$/gi, '').toLowerCase();
  return { state: 'ok', email, ...(name === '' ? {} : { name }) };
}

import { hash } from 'node:crypto';

const NEWLINE = 10;

/** How many rows a text of `copy` has, and a digest of them that does not depend on their order. */
export type RowDigest = {
  add(piece: Buffer): void;
  end(): { rows: number; digest: string };
};

/**
 * Adds up the SHA-256 of all lines, each 32 bits on their own. Two tables with the same rows have the same digest, in
 * whatever order PostgreSQL returns them.
 */
export function createRowDigest(): RowDigest {
  const sums = new Uint32Array(8);
  let rows = 0;
  let begun: Buffer[] = [];

  function addRow(line: Buffer): void {
    const digest = hash('sha256', line, 'buffer');
    for (let at = 0; at < sums.length; at += 1)
      sums[at] = (sums[at] ?? 0) + digest.readUInt32LE(at * 4);
    rows += 1;
  }

  return {
    add(piece) {
      let start = 0;
      for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
        const line = piece.subarray(start, end);
        addRow(begun.length === 0 ? line : Buffer.concat([...begun, line]));
        begun = [];
        start = end + 1;
      }
      if (start < piece.length) begun.push(piece.subarray(start));
    },
    end() {
      const bytes = Buffer.alloc(32);
      sums.forEach((sum, at) => bytes.writeUInt32LE(sum, at * 4));
      return { rows, digest: bytes.toString('hex') };
    },
  };
}

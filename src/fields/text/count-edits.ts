/**
 * How many letters to add, remove, replace, or exchange with the next to make one text of the other (optimal string
 * alignment); Infinity for more than `most`. With `inside`, the rest of `text` before and after the most similar part
 * costs nothing.
 */
export function countEdits(
  typed: string,
  text: string,
  { most = Infinity, inside = false }: { most?: number; inside?: boolean } = {},
): number {
  const width = text.length + 1;
  let [older, last, now] = rowsOf(width);
  for (let at = 0; at < width; at++) last[at] = inside ? 0 : at;
  for (let row = 1; row <= typed.length; row++) {
    const letter = typed.charCodeAt(row - 1);
    const before = row > 1 ? typed.charCodeAt(row - 2) : -1;
    let least = row;
    now[0] = row;
    for (let at = 1; at < width; at++) {
      const other = text.charCodeAt(at - 1);
      let edits = last[at - 1]! + (letter === other ? 0 : 1);
      edits = Math.min(edits, last[at]! + 1, now[at - 1]! + 1);
      if (at > 1 && before === other && letter === text.charCodeAt(at - 2))
        edits = Math.min(edits, older[at - 2]! + 1);
      now[at] = edits;
      if (edits < least) least = edits;
    }
    // No later row has fewer, except by an exchange, which adds one to the row before the last.
    if (least > most + 1) return Infinity;
    [older, last, now] = [last, now, older];
  }
  let edits = last[width - 1]!;
  if (inside) for (let at = 0; at < width; at++) edits = Math.min(edits, last[at]!);
  return edits > most ? Infinity : edits;
}

// A search compares hundreds of texts, one after the other, and none of them keeps its rows.
const row = (width: number) => new Uint16Array(width);
let rows = [row(0), row(0), row(0)] as const;

function rowsOf(width: number) {
  const size = width + 100;
  if (rows[0].length < width) rows = [row(size), row(size), row(size)];
  return rows;
}

/**
 * How many letters to add, remove, replace, or exchange with the next to make one text of the other (optimal string
 * alignment). With `inside`, the rest of `text` before and after the most similar part costs nothing.
 */
export function countEdits(typed: string, text: string, inside = false): number {
  const width = text.length + 1;
  let older: number[] = [];
  let last = Array.from({ length: width }, (_, at) => (inside ? 0 : at));
  for (let row = 1; row <= typed.length; row++) {
    const now = [row];
    for (let at = 1; at < width; at++) {
      const isSame = typed[row - 1] === text[at - 1];
      let edits = Math.min(last[at]! + 1, now[at - 1]! + 1, last[at - 1]! + (isSame ? 0 : 1));
      const isExchanged = typed[row - 1] === text[at - 2] && typed[row - 2] === text[at - 1];
      if (row > 1 && at > 1 && isExchanged) edits = Math.min(edits, older[at - 2]! + 1);
      now.push(edits);
    }
    [older, last] = [last, now];
  }
  return inside ? Math.min(...last) : last.at(-1)!;
}

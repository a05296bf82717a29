/**
 * The word that was probably meant, for "did you mean …?": the one with the fewest typing errors
 * (letters missing, added, changed or swapped), at most a third of its letters. Case is ignored.
 */
export function suggest(word: string, words: Iterable<string>): string | undefined {
  const target = word.slice(0, longest).toLowerCase();
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(target.length / 3)) + 1;
  for (const candidate of words) {
    const slips = countSlips(target, candidate.slice(0, longest).toLowerCase(), fewest);
    if (slips < fewest) {
      fewest = slips;
      best = candidate;
    }
  }
  return best;
}

/** Returns `did you mean casId?`, or undefined if no word is similar. */
export function suggestHint(word: string, words: Iterable<string>): string | undefined {
  const meant = suggest(word, words);
  return meant === undefined ? undefined : `did you mean ${meant}?`;
}

// The work grows with the product of both lengths, and the word is untrusted.
const longest = 60;

/** The restricted Damerau–Levenshtein distance. Returns `limit` as soon as the distance cannot be smaller. */
function countSlips(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = from[row - 1] === to[column - 1] ? 0 : 1;
      let slips = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + changed,
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      if (swapped) slips = Math.min(slips, beforeLast[column - 2]! + 1);
      current.push(slips);
    }
    if (Math.min(...current) >= limit) return limit;
    beforeLast = last;
    last = current;
  }
  return last[to.length]!;
}

/** A name without case, spaces and punctuation: `CAS no.`, `cas_no` and `casNo` are the same. */
export function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
}

/** A count with its noun, for commands and logs in English: `1 record`, `3 records`. */
export function countNoun(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

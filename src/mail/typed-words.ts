/**
 * Words somebody typed, for a mail to somebody else: one line, not long, and no mail program makes a link
 * of them. Otherwise whoever registers under a name like `Win at https://…` has us send it around.
 */
export function toTypedWords(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const short = line.length > 120 ? `${line.slice(0, 119)}…` : line;
  // A dot or colon within a word is what links are told by. An address is told by its @ as well.
  return short.replaceAll(/(?<=\S)[.:](?=\S)/g, (mark) => `${mark}\u200b`);
}

/** A name to greet somebody by, or '' for what looks like none. */
export function toGreetingName(name: string | null): string {
  const line = (name ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= 80 && /^[\p{L}\p{M}\p{N} .,'’()-]+$/u.test(line) ? toTypedWords(line) : '';
}

/** An address and the name shown with it, never one text that somebody could add to. */
export type MailAddress = { address: string; name: string };

/**
 * Whether mail can go to it: one plain address. Quoted local parts are refused: what is written
 * within quotes is read as another address by some programs (CVE-2025-13033).
 */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]+$/u.test(text)
  );
}

/** `Backoffice <office@example.org>` or the address alone; undefined when it is neither. */
export function parseMailAddress(text: string): MailAddress | undefined {
  const [, quoted, plain, inBrackets, alone] =
    /^(?:(?:"([^"\\]*)"|([^"<>@,;:]*?))\s*<([^<>]+)>|([^<>]+))$/.exec(text.trim()) ?? [];
  const address = (inBrackets ?? alone ?? '').trim();
  return isMailAddress(address)
    ? { address, name: toHeaderWords(quoted ?? plain ?? '') }
    : undefined;
}

/** One line without control characters: a line break would begin another header (GHSA-268h-hp4c-crq3). */
export function toHeaderWords(text: string): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

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

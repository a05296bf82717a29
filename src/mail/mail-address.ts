/** An address and its display name, kept apart so that nobody can add to the address. */
export type MailAddress = { address: string; name: string };

/**
 * Whether it is one plain address that can receive mail. Quoted local parts are refused, because some
 * programs read the text within quotes as another address (CVE-2025-13033).
 */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]+$/u.test(text)
  );
}

/** Parses `Backoffice <office@example.org>` or a plain address; undefined otherwise. */
export function parseMailAddress(text: string): MailAddress | undefined {
  const [, quoted, plain, inBrackets, alone] =
    /^(?:(?:"([^"\\]*)"|([^"<>@,;:]*?))\s*<([^<>]+)>|([^<>]+))$/.exec(text.trim()) ?? [];
  const address = (inBrackets ?? alone ?? '').trim();
  return isMailAddress(address)
    ? { address, name: toHeaderWords(quoted ?? plain ?? '') }
    : undefined;
}

/** One line without control characters, because a line break would begin another header (GHSA-268h-hp4c-crq3). */
export function toHeaderWords(text: string): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

/**
 * Text that someone entered, for a mail to someone else: one short line that no mail program turns into
 * links. Otherwise we would distribute the links of people who register as `Win at https://…`.
 */
export function toSafeWords(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const short = line.length > 120 ? `${line.slice(0, 119)}…` : line;
  // Mail programs recognize links by a dot or colon within a word, and addresses by their @ as well.
  return short.replaceAll(/(?<=\S)[.:](?=\S)/g, (mark) => `${mark}\u200b`);
}

/** The name for the greeting, or '' if the text does not look like a name. */
export function toGreetingName(name: string | null): string {
  const line = (name ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= 80 && /^[\p{L}\p{M}\p{N} .,'’()-]+$/u.test(line) ? toSafeWords(line) : '';
}

const MOST_PAGES = 2_000;
/** In UTF-8, of all pages together. */
const MOST_BYTES = 5_000_000;

/** Gathers the words of a document, and stops at the bounds. */
export function createWords() {
  const pages: string[] = [];
  let parts: string[] = [];
  let left = MOST_BYTES;
  const isFull = (): boolean => left <= 0 || pages.length >= MOST_PAGES;

  return {
    /** The finished pages. */
    pages,
    isFull,
    add(text: string): void {
      if (isFull()) return;
      const size = Buffer.byteLength(text);
      // A character may be cut in half at the bound.
      const fitting =
        size <= left
          ? text
          : Buffer.from(text)
              .toString('utf8', 0, left)
              .replace(/\uFFFD$/, '');
      parts.push(fitting);
      left -= size;
    },
    endPage(): void {
      if (pages.length < MOST_PAGES) pages.push(tidy(parts.join('')));
      parts = [];
    },
  };
}

/** In NFC, without control characters, and with no more than one space or empty line in a row. */
function tidy(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\f\v]/g, '\n')
    .replace(/[\p{Cc}\u00AD\u200B\uFEFF](?<!\n)/gu, (mark) => (mark === '\t' ? ' ' : ''))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

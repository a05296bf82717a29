/** A text of a URL without its escapes. A `%` that is not an escape means itself, also in a text with others. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

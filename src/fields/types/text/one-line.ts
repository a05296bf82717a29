/** Whether a text has more than one line. */
export function hasLineBreak(text: string): boolean {
  return text.includes('\n') || text.includes('\r');
}

/** The text on one line: each line break, with the spaces around it, becomes a space. */
export function toOneLine(text: string): string {
  return hasLineBreak(text) ? text.replace(/\s*[\r\n]\s*/g, ' ') : text;
}

/**
 * A text that no spreadsheet takes for a formula (OWASP, CSV injection): one more `'` in front of
 * what begins with `= + - @`, tab, CR, LF, their full-width twins, or with `'` before one of those.
 */
export function toSpreadsheetText(text: string): string {
  return /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** Takes off exactly the one `'` that `toSpreadsheetText` puts in front; every other text stays as it is. */
export function fromSpreadsheetText(text: string): string {
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text;
}

/**
 * A text that no spreadsheet takes for a formula (OWASP, CSV injection): one more `'` in front of
 * what begins with `= + - @`, tab, CR, LF, their full-width twins, or with `'` before one of those.
 */
export function toSpreadsheetText(text: string): string {
  return /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** Takes off exactly the one `'` that `toSpreadsheetText` or `toWorkbookText` puts in front; every other text stays as it is. */
export function fromSpreadsheetText(text: string): string {
  return quotedText.test(text) ? text.slice(1) : text;
}

/**
 * A text in a workbook runs as no formula and stays bare. What an import would take for a text with a `'`
 * in front gets one more `'`.
 */
export function toWorkbookText(text: string): string {
  return quotedText.test(text) ? `'${text}` : text;
}

const quotedText = /^'+[=+\-@\t\r\n＝＋－＠]/;

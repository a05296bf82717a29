/**
 * A text that no spreadsheet takes for a formula (OWASP, CSV injection): puts one more `'` before text that begins
 * with `= + - @`, tab, CR, LF, their full-width twins, or with `'` before one of those.
 */
export function toSpreadsheetText(text: string): string {
  return /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** Removes exactly the one `'` that `toSpreadsheetText` or `toWorkbookText` adds; leaves every other text as it is. */
export function fromSpreadsheetText(text: string): string {
  return quotedText.test(text) ? text.slice(1) : text;
}

/**
 * A text in a workbook never runs as a formula, so it stays unchanged. Only a text that an import would read as one
 * with an added `'` gets one more `'`.
 */
export function toWorkbookText(text: string): string {
  return quotedText.test(text) ? `'${text}` : text;
}

const quotedText = /^'+[=+\-@\t\r\n＝＋－＠]/;

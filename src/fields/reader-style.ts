import { shownTimeZone } from './text/date-format.ts';

/** How a reader has values written: the language of numbers and labels, and the time zone of times. */
export type ReaderStyle = { language: string; timeZone: string };

let shownLanguage = 'en';

/** Sets the language of all screens. */
export function showTextsIn(language: string): void {
  shownLanguage = language;
}

/** The style of all screens. The server has many readers, and names the style of each. */
export function screenStyle(): ReaderStyle {
  return { language: shownLanguage, timeZone: shownTimeZone() };
}

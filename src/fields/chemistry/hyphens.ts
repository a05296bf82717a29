/**
 * An identifier of digits with the dashes and minus signs of articles turned into
 * `-` and the blanks beside them taken out: `80 – 05 – 7` → `80-05-7`.
 */
export function toHyphens(text: string): string {
  return text
    .replace(/[\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/(?<=\d) {0,3}- {0,3}(?=\d)/g, '-');
}

/** Normalises a printed text for comparison: trimmed, in lower case, with single spaces. */
export function toTerm(printed: string | null | undefined): string {
  return (printed ?? '').trim().toLowerCase().replace(/\s+/g, ' ');
}

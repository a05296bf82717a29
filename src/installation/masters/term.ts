/** What a study printed, as it is compared: without blanks around it, in small letters, blanks single. */
export function toTerm(printed: string | null | undefined): string {
  return (printed ?? '').trim().toLowerCase().replace(/\s+/g, ' ');
}

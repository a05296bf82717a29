/** What a name comes to whoever writes it: `CAS no.`, `cas_no` and `casNo` are one. */
export function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
}

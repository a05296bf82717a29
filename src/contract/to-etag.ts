/** The ETag of a record is its version: every change of the record also changes that. */
export function toEtag(version: number): string {
  return `"${version}"`;
}

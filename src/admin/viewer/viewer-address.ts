import type { FilePlace, FileSpot } from '../../fields/files/file-context.tsx';
import type { FileValue } from '../../fields/files/file-value.ts';

/** The open file, kept in the history state, so that a reload and the back button work. */
export type OpenFiles = {
  files: readonly FileValue[];
  index: number;
  place?: FilePlace | undefined;
  spot?: FileSpot | undefined;
  /** When they were opened, in milliseconds, and on which page. */
  at?: number;
  from?: string;
};

/** Names a page of the app, to recognize it. */
export function pageOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}

const FILE = 'file';
const OF = 'fileOf';

/** The files that somebody has opened at this step of the history. */
export function openFilesOf(state: unknown): OpenFiles | undefined {
  return (state as { viewer?: OpenFiles } | null)?.viewer;
}

/** The id of the file that an address names: `/sources/details/SRC-1?file=…`. */
export function fileIdOf(search: string): string | undefined {
  return new URLSearchParams(search).get(FILE) ?? undefined;
}

/** The record of that file, if the page is that of another one: `/extractions/details/EXT-2?file=…&fileOf=sources/SRC-1`. */
export function filePlaceOf(search: string): FilePlace | undefined {
  const [resource, record] = new URLSearchParams(search).get(OF)?.split('/') ?? [];
  return resource && record ? { resource, record } : undefined;
}

/** Whether the viewer is open at this step of the history. */
export function isViewerOpen({ search, state }: { search: string; state: unknown }): boolean {
  return openFilesOf(state) !== undefined || fileIdOf(search) !== undefined;
}

/**
 * The query of an address that names a file, and its record if the page is that of another one; without an id, that of
 * the page behind the viewer.
 */
export function withFile(search: string, id: string | undefined, of?: FilePlace): string {
  const params = new URLSearchParams(search);
  params.delete(FILE);
  params.delete(OF);
  if (id !== undefined) params.set(FILE, id);
  if (of) params.set(OF, `${of.resource}/${of.record}`);
  return params.size === 0 ? '' : `?${params.toString()}`;
}

/** The place in a document, by the parameters that browsers know for PDFs (RFC 8118): `#page=4&search=word`. */
export function toSpotHash({ page, text }: FileSpot): string {
  const params = new URLSearchParams();
  if (page !== undefined) params.set('page', String(page));
  if (text) params.set('search', text);
  return params.size === 0 ? '' : `#${params.toString()}`;
}

export function fromSpotHash(hash: string): FileSpot {
  if (!isSpotHash(hash)) return {};
  const params = new URLSearchParams(hash.slice(1));
  const page = Number(params.get('page'));
  const text = params.get('search');
  return { ...(page >= 1 && { page: Math.floor(page) }), ...(text && { text }) };
}

/** Whether a hash names a place in a file, and not a section of the page. */
export function isSpotHash(hash: string): boolean {
  return /^#(page|search)=/.test(hash);
}

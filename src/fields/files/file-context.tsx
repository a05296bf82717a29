import { createContext, useContext, useEffect, useState } from 'react';
import type { FileValue } from './file-value.ts';

/** The record that has a file. A file that was uploaded and that no record has yet has no place. */
export type FilePlace = {
  resource: string;
  record: string;
  /** An earlier version of the record had it. */
  past?: boolean;
};

/** Where a document opens: at a page, counted from 1, and with the places of a text marked. */
export type FileSpot = { page?: number; text?: string };

/** A picture that the server makes of a file, with at most 192 or 1600 pixels on each side. */
export type PictureSize = 'small' | 'large';

export type FileLinks = {
  /**
   * Calls back with the address of a file, now if it is known, and with another one before it expires; with undefined
   * if the server could not be asked. Returns a function that stops it.
   */
  watch(
    id: string,
    place: FilePlace | undefined,
    onLink: (url: string | undefined) => void,
  ): () => void;
};

/** What fields need to show files; the application provides it. */
export type FileTools = {
  /** Loaded with the first file that is shown. */
  loadLinks(): Promise<FileLinks>;
  /** Opens the viewer at one of the files. The user can go on to the others. */
  open(files: readonly FileValue[], index: number, place?: FilePlace, spot?: FileSpot): void;
  /** Opens the file of a field at a page, or says that there is none. */
  openPage(place: PagePlace, page: number): void;
};

/** A record with its resource, and the field that has a file: `document`, or `source.document` behind a reference. */
export type PagePlace = {
  resource: string;
  record: Readonly<Record<string, unknown>>;
  path: string;
};

export const FileContext = createContext<FileTools | undefined>(undefined);

function useFileTools(): FileTools {
  const tools = useContext(FileContext);
  if (tools === undefined) throw new Error('A file must be used inside a FileContext');
  return tools;
}

/**
 * The address of a file for `<img>`, `<a>` or `<video>`, or of a picture of it; undefined until it is known. Whether
 * the user may see the file shows when it is loaded. All that the components of a page need come in one request.
 */
export function useFileLink(
  { id }: Pick<FileValue, 'id'>,
  place?: FilePlace,
  size?: PictureSize,
): string | undefined {
  const { loadLinks } = useFileTools();
  const [url, setUrl] = useState<string>();
  const { resource, record, past } = place ?? {};
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isLeft = false;
    const at =
      resource === undefined || record === undefined
        ? undefined
        : { resource, record, ...(past && { past }) };
    loadLinks().then(
      (links) => {
        stop = isLeft ? undefined : links.watch(id, at, setUrl);
        return undefined;
      },
      // The loader of the parts reports a missing one.
      () => undefined,
    );
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [loadLinks, id, resource, record, past]);
  return url && (size === undefined ? url : withFileOption(url, 'size', size));
}

/** The function that opens the viewer. */
export function useOpenFile(): FileTools['open'] {
  return useFileTools().open;
}

/** The function that opens the file of a field at a page. */
export function useOpenPage(): FileTools['openPage'] {
  return useFileTools().openPage;
}

/** Adds an option of downloads to the address of a file: `size=small`, `size=large` or `download=true`. */
export function withFileOption(url: string, name: 'size' | 'download', value: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${name}=${value}`;
}

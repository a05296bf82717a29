import { isObject } from '../json-object.ts';
import { includedFile } from '../descriptor-settings.ts';
import { readSource, type SourceText } from './source-text.ts';

/** What stands in the files a descriptor includes, by their paths below its folder; or why one cannot be read. */
export type IncludedFiles = ReadonlyMap<string, { text: string } | { unreadable: string }>;

/** An entry of `include` that is a path, and the file it means, below the descriptor's folder. */
type Inclusion = { index: number; file: string };

/** The files a text includes, for whoever has to read them. What is no path is left to the checks. */
export function includedBy(file: string, text: string): string[] {
  return inclusionsOf(file, readSource(text)).map((inclusion) => inclusion.file);
}

/** The paths count from the including file, so that a folder of files can be moved as it is. */
export function inclusionsOf(file: string, { value }: SourceText): Inclusion[] {
  const include = isObject(value) && Array.isArray(value.include) ? value.include : [];
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  return include.flatMap((entry, index) =>
    includedFile.safeParse(entry).success ? [{ index, file: folder + entry }] : [],
  );
}

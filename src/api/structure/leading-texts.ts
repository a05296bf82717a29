import type { DescriptorText } from '../../contract/structure/texts.ts';
import { toHash } from '../../descriptor/hash.ts';
import type { QueryRunner } from '../../store/store.ts';
import { findTextsInstead } from '../../store/schema/plan/browser-changes.ts';
import type { DescriptorFiles } from '../api-services.ts';

/** The texts that the next change begins from, and where they are from. */
export type LeadingTexts = {
  files: readonly DescriptorText[];
  hash: string;
  source: 'file' | 'database';
  found: Awaited<ReturnType<DescriptorFiles['inspect']>>;
};

/** Reads the file, or in its place the change from the browser that it lacks. */
export async function readLeadingTexts(
  descriptorFiles: DescriptorFiles,
  sql: QueryRunner,
): Promise<LeadingTexts> {
  const files = await descriptorFiles.read();
  const found = await descriptorFiles.inspect(files);
  const instead =
    'descriptor' in found ? await findTextsInstead(sql, found.descriptor.hash) : undefined;
  if (!instead) return { files, hash: hashTexts(files), source: 'file', found };
  return {
    files: instead.files,
    hash: hashTexts(instead.files),
    source: 'database',
    found: await descriptorFiles.inspect(instead.files),
  };
}

/** The same for the same texts, comments and blanks included. */
export function hashTexts(files: readonly DescriptorText[]): string {
  return toHash(JSON.stringify(files.map(({ path, text }) => [path, text])));
}

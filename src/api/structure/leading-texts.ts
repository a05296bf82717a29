import type { DescriptorText } from '../../contract/structure/texts.ts';
import { toHash } from '../../descriptor/hash.ts';
import type { QueryRunner } from '../../store/store.ts';
import { findTextsInstead, readAppliedFiles } from '../../store/schema/plan/browser-changes.ts';
import type { DescriptorFiles } from '../api-services.ts';

/** The texts that the next change begins from, and where they are from. */
export type LeadingTexts = {
  files: readonly DescriptorText[];
  hash: string;
  source: 'file' | 'database';
  found: Awaited<ReturnType<DescriptorFiles['inspect']>>;
};

/** Reads the file, or in its place the change from the browser that it lacks. If it is missing, what is applied leads. */
export async function readLeadingTexts(
  descriptorFiles: DescriptorFiles,
  sql: QueryRunner,
): Promise<LeadingTexts> {
  const files = await descriptorFiles.read();
  const found = await descriptorFiles.inspect(files);
  const hash = 'descriptor' in found ? found.descriptor.hash : undefined;
  const instead =
    files.length === 0
      ? await readAppliedFiles(sql, descriptorFiles.name)
      : (await findTextsInstead(sql, { files, hash }))?.files;
  if (!instead) return { files, hash: hashTexts(files), source: 'file', found };
  return {
    files: instead,
    hash: hashTexts(instead),
    source: 'database',
    found: await descriptorFiles.inspect(instead),
  };
}

/** The same for the same texts, comments and blanks included. */
export function hashTexts(files: readonly DescriptorText[]): string {
  return toHash(JSON.stringify(files.map(({ path, text }) => [path, text])));
}

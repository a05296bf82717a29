import type { BlobStore } from './blob-store.ts';
import type { BlobTarget } from './blob-target.ts';
import { openFolderBlobs } from './folder-blobs.ts';

/** Opens a store of blobs. */
export async function openBlobs(target: BlobTarget): Promise<BlobStore> {
  if ('folder' in target) return await openFolderBlobs(target.folder);
  const { openS3Blobs } = await import('./s3-blobs.ts');
  return await openS3Blobs(target);
}

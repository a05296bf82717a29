import type { BlobStore } from './blob-store.ts';
import type { BlobTarget } from './blob-target.ts';
import { openFolderBlobs } from './folder-blobs.ts';
import { openS3Blobs } from './s3-blobs.ts';

/** Opens a store of blobs. */
export async function openBlobs(target: BlobTarget): Promise<BlobStore> {
  return 'folder' in target ? await openFolderBlobs(target.folder) : await openS3Blobs(target);
}

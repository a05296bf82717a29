import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';
import { requireItem } from '../../fields/require-entry.ts';

/** Four bytes for each pixel: red, green, blue and alpha. A row has `stride` bytes, of which the last may mean nothing. */
type Pixels = { data: Uint8Array; width: number; height: number; stride: number };

type Opener = (options: object) => Promise<MainModule>;
type Decoded = { code: unknown; message?: string } | { channels: readonly Pixels[] };

const require = createRequire(import.meta.url);

/**
 * Decodes the picture of a HEIC, upright. Each file has a decoder of its own: what it does to the memory of its decoder
 * reaches no other file. Throws for what cannot be decoded.
 */
export async function decodeHeic(path: string): Promise<Pixels> {
  const open = require('libheif-js/libheif-wasm/libheif.js') as Opener;
  const wasmBinary = await readFile(require.resolve('libheif-js/libheif-wasm/libheif.wasm'));
  const heif = await open({ wasmBinary, print: () => undefined, printErr: () => undefined });
  const context = heif.heif_context_alloc();
  const { code, message } = heif.heif_context_read_from_memory(context, await readFile(path));
  if (code !== heif.heif_error_code.heif_error_Ok) throw new Error(message as string);
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if (!handle || 'code' in handle) throw new Error('it has no picture');
  const { heif_colorspace: space, heif_chroma: chroma } = heif;
  const decoded: Decoded = await heif.heif_js_decode_image2(
    handle,
    space.heif_colorspace_RGB,
    chroma.heif_chroma_interleaved_RGBA,
  );
  if ('code' in decoded) throw new Error(decoded.message ?? 'its picture is broken');
  return requireItem(decoded.channels, 0);
}

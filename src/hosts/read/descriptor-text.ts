import { readFile } from 'node:fs/promises';
import { refuseFile } from '../refusal.ts';

/** Reads the descriptor's own file, or refuses with the reason. */
export async function readDescriptorText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw refuseFile(
      error,
      (code) => `${path} cannot be read (${code}); set RESOURCES to the descriptor file`,
    );
  }
}

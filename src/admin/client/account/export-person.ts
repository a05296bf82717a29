import { fetchResponse } from '../http.ts';
import { bodyStream, saveStream } from '../save-stream.ts';

/** Saves what is stored about a person as a file; false if the user closed the dialog. */
export function exportPerson(path: string): Promise<boolean> {
  return saveStream('personal-data.json', async () =>
    bodyStream(await fetchResponse(path, { timeout: false })),
  );
}

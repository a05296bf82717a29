/** A part of the File System Access API that TypeScript's DOM library does not know yet. */
type PickerWindow = Window & {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
};

/**
 * Writes what the stream brings into a file of the user. Where the browser lets us
 * write to a file it goes there piece by piece, however large; elsewhere it is
 * collected first. False when the user closed the dialog.
 */
export async function saveStream(
  name: string,
  open: () => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>,
): Promise<boolean> {
  const picker = (window as PickerWindow).showSaveFilePicker;
  if (picker === undefined) {
    saveBlob(name, await new Response(await open()).blob());
    return true;
  }
  // The dialog must follow the click directly, so it comes before the request.
  const file = await picker.call(window, { suggestedName: name }).catch(ignoreAbort);
  if (file === undefined) return false;
  await (await open()).pipeTo(await file.createWritable());
  return true;
}

function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function ignoreAbort(error: unknown): undefined {
  if (error instanceof DOMException && error.name === 'AbortError') return undefined;
  throw error;
}

/** What an answer brings, piece by piece. */
export function streamOf({ body }: Response): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (body === null) throw new Error('The server did not send a file. Try the download again.');
  return body;
}

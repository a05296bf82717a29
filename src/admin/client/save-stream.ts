/** A part of the File System Access API that TypeScript's DOM library does not declare yet. */
type PickerWindow = Window & {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
};

/**
 * Saves a stream as a file. If the browser can write to a file, it writes piece by piece, whatever
 * the size; otherwise it collects everything first. Returns false if the user closed the dialog.
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
  // The dialog must open directly after the click, so it comes before the request.
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

/** The body of a response as a stream; throws if there is none. */
export function bodyStream({ body }: Response): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (body === null) throw new Error('The server did not send a file. Try the download again.');
  return body;
}

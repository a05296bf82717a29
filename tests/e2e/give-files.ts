import type { Locator } from '@playwright/test';

export type SentFile = { name: string; mimeType: string; buffer: Buffer };

/** Pastes or drops files as a user would; a script cannot fill the real clipboard with files. */
export async function giveFiles(
  target: Locator,
  event: 'paste' | 'drop',
  files: readonly SentFile[],
) {
  const sent = files.map(({ buffer, ...file }) => ({ ...file, text: buffer.toString('base64') }));
  await target.evaluate(
    async (element, [type, all]) => {
      const data = new DataTransfer();
      for (const { name, mimeType, text } of all) {
        const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      const init = { bubbles: true, cancelable: true };
      if (type === 'paste')
        return void element.dispatchEvent(
          new ClipboardEvent(type, { ...init, clipboardData: data }),
        );
      // A browser lets go of files only where they can be dropped, which a user sees before.
      const isTaken = (): boolean => {
        let isOver = false;
        // Before the page as a whole refuses what nothing has taken.
        const look = (over: Event): void => void (isOver = over.defaultPrevented);
        document.addEventListener('dragover', look, { once: true });
        element.dispatchEvent(new DragEvent('dragover', { ...init, dataTransfer: data }));
        return isOver;
      };
      while (!isTaken()) await new Promise(requestAnimationFrame);
      element.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: data }));
    },
    [event, sent] as const,
  );
}

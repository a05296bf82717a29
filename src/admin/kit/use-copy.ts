import { useNotify } from 'react-admin';
import { useTexts } from '../messages/texts.ts';

/** Copies a text, and shows `confirmation`. A browser that forbids it gets a hint instead. */
export function useCopy(confirmation: string): (text: string) => void {
  const notify = useNotify();
  const texts = useTexts('app');
  return (text) =>
    void copyText(text).then(
      () => notify(confirmation),
      () => notify(texts.rows.notCopied, { type: 'warning' }),
    );
}

/** Rejects where the browser has no clipboard, too: on a page over plain HTTP from another machine. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

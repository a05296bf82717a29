import { useNotify } from 'react-admin';
import { useTexts } from '../messages/texts.ts';

/** Copies a text, and shows `confirmation`. A browser that forbids it gets a hint instead. */
export function useCopy(confirmation: string): (text: string) => void {
  const notify = useNotify();
  const texts = useTexts('app');
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => notify(confirmation),
      () => notify(texts.rows.notCopied, { type: 'warning' }),
    );
}

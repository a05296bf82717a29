import { useNotify } from 'react-admin';

/** Copies a text, and says `said`: a text, or the key of one. A browser that forbids it gets a hint instead. */
export function useCopy(said: string): (text: string) => void {
  const notify = useNotify();
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => notify(said, { messageArgs: { _: said } }),
      () => notify('rows.not_copied', { type: 'warning' }),
    );
}

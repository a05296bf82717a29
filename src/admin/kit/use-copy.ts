import { useNotify } from 'react-admin';

/** Copies a text, and shows `confirmation`: a text, or the key of one. A browser that forbids it gets a hint instead. */
export function useCopy(confirmation: string): (text: string) => void {
  const notify = useNotify();
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => notify(confirmation),
      () => notify('rows.not_copied', { type: 'warning' }),
    );
}

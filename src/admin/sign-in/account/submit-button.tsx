import type { EntryForm } from './use-entry-form.ts';
import { useTexts } from '../../messages/texts.ts';

/** Never disabled, which would take the focus away: it says that it waits. */
export function SubmitButton({ form, label }: { form: EntryForm; label: string }) {
  const texts = useTexts('visitor');
  return (
    <button
      className="entry-button"
      type="submit"
      aria-disabled={form.busy || form.secondsLeft > 0}
    >
      {form.busy ? texts.sending : label}
    </button>
  );
}

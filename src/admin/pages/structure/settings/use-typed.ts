import { useState, type KeyboardEvent } from 'react';

type Typing = {
  /** The value that the draft has. */
  value: string;
  /** What is wrong with what is typed. It is not committed then. */
  problemOf?: ((text: string) => string | undefined) | undefined;
  isMultiline?: boolean;
  onCommit: (text: string) => void;
};

type Change = {
  target: { value: string; validity?: ValidityState; validationMessage?: string };
};

/**
 * A text that is changed in the draft once somebody leaves the input or presses Enter, because each change reads the
 * texts again. Escape takes back what is typed.
 */
export function useTyped({ value, problemOf, isMultiline = false, onCommit }: Typing) {
  const [typed, setTyped] = useState<{ text: string; problem: string | undefined }>();
  const isChanged = typed !== undefined && typed.text !== value;

  const checked = (text: string) => (text === value ? undefined : problemOf?.(text));

  function commit(): void {
    if (typed?.problem !== undefined) return;
    setTyped(undefined);
    if (isChanged) onCommit(typed.text);
  }

  return {
    problem: typed?.problem,
    input: {
      value: typed?.text ?? value,
      onChange: ({ target: { value: text, validity, validationMessage } }: Change) =>
        setTyped({
          text,
          // The browser reports half a number as an empty text, and says itself what is wrong with it.
          problem: validity?.badInput === true ? validationMessage : checked(text),
        }),
      onBlur: commit,
      onKeyDown: (event: KeyboardEvent): void => {
        if (event.key === 'Enter' && (!isMultiline || event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          commit();
        }
        if (event.key !== 'Escape' || !isChanged) return;
        // What is around the input stays open.
        event.stopPropagation();
        setTyped(undefined);
      },
    },
  };
}

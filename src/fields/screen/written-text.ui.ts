import { useEffect, useRef, useState } from 'react';

/** How to write values as text, and how to read a written text. */
export type TextNotation<Value = string> = {
  show: (value: Value) => string;
  /** Undefined while the text has no meaning. */
  read: (text: string) => Value | undefined;
  /** For unreadable text: `keep` passes it on unchanged, and the form refuses it; `drop` treats it as empty. */
  unreadable: 'keep' | 'drop';
};

type WrittenText<Value> = TextNotation<Value> & {
  /** `''` where there is none. */
  value: Value | '';
  /** Called at every key with the typed text as a value, or unchanged; undefined while it is not one. */
  onChange: (value: Value | string | undefined) => void;
};

/** The text of an input whose values are written in another form; it stays as typed until the user leaves it. */
export function useWrittenText<Value extends string | number>(props: WrittenText<Value>) {
  const { value, onChange, show, read, unreadable } = props;
  const write = (of: Value | ''): string => (of === '' ? '' : show(of));
  const [text, setText] = useState(write(value));
  const lastEmitted = useRef<Value | string>(value);

  useEffect(() => {
    if (lastEmitted.current === value) return; // The change comes from here, so the text stays as typed.
    lastEmitted.current = value;
    setText(value === '' ? '' : show(value));
  }, [value, show]);

  const emit = (next: Value | string | undefined): void => {
    lastEmitted.current = next ?? '';
    onChange(next);
  };
  return {
    text,
    onType(typed: string): void {
      setText(typed);
      const kept = unreadable === 'keep' ? typed : undefined;
      emit(typed.trim() === '' ? undefined : (read(typed) ?? kept));
    },
    onLeave(): void {
      if (read(text) !== undefined) setText(write(value));
    },
    onPick(picked: Value): void {
      setText(show(picked));
      emit(picked);
    },
  };
}

import type { KeyboardEvent } from 'react';
import { TextInput } from 'react-admin';
import { toInputProps, type FieldInputs } from '../../field-ui.ts';
import { ContainsFilter } from '../../screen/line-input.ui.tsx';

/** A text that may be longer gets more lines as it grows, or its end would be hidden. */
const ONE_LINE = 120;

export const textInputs: FieldInputs = {
  Input: (props) => {
    const { multiline, maxLength = Infinity } = props.field.settings;
    return (
      <TextInput
        {...toInputProps(props)}
        {...(multiline
          ? { multiline: true, minRows: 2, maxRows: 16 }
          : props.mayGrow && maxLength > ONE_LINE && oneParagraph)}
      />
    );
  },
  Filter: ContainsFilter,
};

/** Wraps, but has no line breaks of its own: Enter saves, as in every input of one line. */
const oneParagraph = {
  multiline: true,
  maxRows: 8,
  parse: (text: string) => text.replace(/\s*\r?\n\s*/g, ' '),
  onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.closest('form')?.requestSubmit();
  },
};

import type { KeyboardEvent } from 'react';
import { TextInput } from 'react-admin';
import { toInputProps, type FieldInputs } from '../../type/field-ui.ts';
import { toOneLine } from './one-line.ts';
import { ContainsFilter } from '../../screen/line-input.ui.tsx';

/** A text that may be longer gets more lines as it grows, or its end would be hidden. */
const ONE_LINE = 120;

export const textInputs: FieldInputs = {
  Input: (props) => {
    const { multiline, trim, maxLength = Infinity } = props.field.settings;
    const ofOneLine = props.mayGrow && maxLength > ONE_LINE ? oneParagraph : oneLine;
    const single = trim ? ofOneLine : exactly;
    return (
      <TextInput
        {...toInputProps(props)}
        {...(multiline ? { multiline: true, minRows: 2, maxRows: 16 } : single)}
      />
    );
  },
  Filter: ContainsFilter,
};

/** Without its line breaks in the input, the next edit would join the words around them. */
const oneLine = {
  parse: (text: string) => (text === '' ? null : toOneLine(text)),
  format: (text: string | null) => toOneLine(text ?? ''),
};

/** Wraps, but has no line breaks of its own: Enter saves, as in every input of one line. */
const oneParagraph = {
  multiline: true,
  maxRows: 8,
  ...oneLine,
  onKeyDown: saveByEnter,
};

/** Shows the line breaks that a text copied from a source has; Shift+Enter adds one. */
const exactly = { multiline: true, maxRows: 8, onKeyDown: saveByEnter };

function saveByEnter(event: KeyboardEvent<HTMLElement>): void {
  const form = event.currentTarget.closest('form');
  // A cell of the grid has its own keys.
  if (!form || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
}

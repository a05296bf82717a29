import { TextInput } from 'react-admin';
import {
  toInputProps,
  type FieldInputs,
  type FilterProps,
  type InputProps,
} from '../type/field-ui.ts';
import { useFieldTexts } from './texts.ui.ts';
import { fillTemplate } from '../problems/fill-template.ts';

type LineInputProps = InputProps & {
  /** The keyboard that phones show. */
  inputMode?: 'text' | 'email' | 'url';
};

/** One line of text without spell checking or capitalisation. */
export function LineInput({ inputMode = 'text', ...props }: LineInputProps) {
  return (
    <TextInput
      {...toInputProps(props)}
      slotProps={{
        htmlInput: { inputMode, spellCheck: false, autoCapitalize: 'off', autoComplete: 'off' },
      }}
    />
  );
}

/** The filter of all text fields: the value contains the text. */
export function ContainsFilter({ source, label }: FilterProps) {
  return (
    <TextInput
      source={`${source}_contains`}
      label={fillTemplate(useFieldTexts().contains, { label })}
      helperText={false}
      size="small"
      fullWidth
      resettable
    />
  );
}

/** The inputs of a type whose values are one line of text with a fixed format. */
export function lineInputs(inputMode: LineInputProps['inputMode'] = 'text'): FieldInputs {
  return {
    Input: (props) => <LineInput {...props} inputMode={inputMode} />,
    Filter: ContainsFilter,
  };
}

import { useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { FieldUi, InputProps } from './field-ui.ts';
import { ContainsFilter } from './screen/contains-filter.ui.tsx';
import { IdentifierCell } from './screen/line-cell.ui.tsx';
import { LineInput } from './screen/line-input.ui.tsx';
import { useProblemText } from './screen/problem-text.ui.ts';

export const casUi: FieldUi = {
  Cell: IdentifierCell,
  Input: CasField,
  Filter: ContainsFilter,
  width: () => 'narrow',
};

/** Says under the input what is accepted but unusual: a key that is no CAS number. */
function CasField(props: InputProps) {
  const { field, source, validate } = props;
  const say = useProblemText();
  const written = useWatch({ name: useWrappedSource(source) }) as unknown;
  const parsed = field.kind.value(field.settings).safeParse(written);
  const warning =
    parsed.success && parsed.data !== ''
      ? field.kind.warn?.(parsed.data, field.settings)
      : undefined;
  return (
    <LineInput
      {...props}
      validate={validate}
      helperText={warning ? say(warning) : props.helperText}
    />
  );
}

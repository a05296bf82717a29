import { Stack } from '@mui/material';
import type { FieldUi, FilterProps, InputProps } from '../field-ui.ts';
import { PresenceFilter } from './presence-filter.ui.tsx';
import { ReadOnlyValue } from './read-only-value.ui.tsx';

/**
 * What all types have in common on screen: an input that may not write shows the
 * value instead, and a field that may be empty can be filtered by that.
 */
export function completeUi(ui: FieldUi): FieldUi {
  const { Cell, Input, Filter } = ui;
  return {
    ...ui,
    Input: (props: InputProps) =>
      props.readOnly ? <ReadOnlyValue {...props} Cell={Cell} /> : <Input {...props} />,
    Filter: (props: FilterProps) => (
      <Stack spacing={1.5}>
        <Filter {...props} />
        {!props.field.required && <PresenceFilter source={props.source} />}
      </Stack>
    ),
  };
}

import { Stack } from '@mui/material';
import type { ComponentType } from 'react';
import type { CellProps, FieldInputs, FilterProps, InputProps } from '../field-ui.ts';
import { PresenceFilter } from './presence-filter.ui.tsx';
import { ReadOnlyValue } from './read-only-value.ui.tsx';
import { RequiredInput } from './required-input.ui.tsx';

/**
 * What all types have in common when they ask: an input that may not write shows the
 * value instead, and a field that may be empty can be filtered by that.
 */
export function completeInputs(
  { Input, Filter }: FieldInputs,
  Cell: ComponentType<CellProps>,
): FieldInputs {
  return {
    Input: (props: InputProps) =>
      props.readOnly ? (
        <ReadOnlyValue {...props} Cell={Cell} />
      ) : (
        <RequiredInput is={props.field.required}>
          <Input {...props} />
        </RequiredInput>
      ),
    Filter: (props: FilterProps) => (
      <Stack spacing={1.5}>
        <Filter {...props} />
        {!props.field.required && <PresenceFilter source={props.source} />}
      </Stack>
    ),
  };
}

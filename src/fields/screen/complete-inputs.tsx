import { isEmptyValue } from '../is-empty-value.ts';
import { Stack, FormHelperText, Box, TextField, Typography } from '@mui/material';
import { type ComponentType, useId, useState } from 'react';
import type { CellProps, FieldInputs, FilterProps, InputProps } from '../type/field-ui.ts';
import { operatorsOf } from '../type/operators.ts';
import { parseTextQuery } from '../text/text-query.ts';
import { RequiredInput } from './required-input.ui.tsx';
import { useInput, useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { SelectFilter } from './select-filter.ui.tsx';
import { useFieldTexts, useFieldI18n } from './texts.ui.ts';
import { fillTemplate } from '../problems/fill-template.ts';

/**
 * Adds what all types share: an input without write permission shows the value instead, and a field that may be empty
 * can be filtered by that.
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
        {operatorsOf(props.field).includes('search') && <SearchFilter {...props} />}
        {!props.field.required && <PresenceFilter source={props.source} />}
      </Stack>
    ),
  };
}

/** Filters by whether there is a value: any, filled, empty. */
function PresenceFilter({ source }: { source: string }) {
  const texts = useFieldTexts();
  const { field: empty } = useInput({ source: `${source}_null` });
  const { field: filled } = useInput({ source: `${source}_nnull` });
  const choose = (chosen: string): void => {
    empty.onChange(chosen === 'empty' ? true : null);
    filled.onChange(chosen === 'filled' ? true : null);
  };
  const otherwise = isSet(filled.value) ? 'filled' : '';
  return (
    <SelectFilter
      label={texts.presence.label}
      value={isSet(empty.value) ? 'empty' : otherwise}
      onChange={choose}
      options={{ filled: texts.presence.filled, empty: texts.presence.empty }}
    />
  );
}

/** Filters by the text of files. What cannot be searched yet, such as a lone sign, does not reach the list. */
function SearchFilter({ source, label }: FilterProps) {
  const texts = useFieldTexts();
  const { field } = useInput({ source: `${source}_search` });
  const [text, setText] = useState(String(field.value ?? ''));
  const isWrong = text.trim() !== '' && !parseTextQuery(text);
  const problem = useFieldI18n().texts.expected.searchWords;
  return (
    <TextField
      label={fillTemplate(texts.search, { label })}
      value={text}
      size="small"
      margin="none"
      fullWidth
      error={isWrong}
      helperText={isWrong ? problem : texts.searchHint}
      onChange={({ target }) => {
        setText(target.value);
        if (target.value.trim() === '') field.onChange(null);
        else if (parseTextQuery(target.value)) field.onChange(target.value.trim());
      }}
    />
  );
}

/** A filter stored in the address comes back as text. */
function isSet(value: unknown): boolean {
  return value === true || value === 'true';
}

type ReadOnlyValueProps = InputProps & { Cell: ComponentType<CellProps> };

/**
 * A value that cannot be changed here, drawn as on any page: a disabled input would be hard to read, block its links
 * and cut off a long text.
 */
function ReadOnlyValue({ field, source, label, helperText, Cell }: ReadOnlyValueProps) {
  const texts = useFieldTexts();
  const id = useId();
  const value = useWatch({ name: useWrappedSource(source) }) as unknown;
  return (
    <Box role="group" aria-labelledby={id} sx={{ width: '100%', mb: 1 }}>
      <Typography id={id} component="div" variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box sx={{ minHeight: 24, overflowWrap: 'anywhere' }}>
        {isEmptyValue(value) ? (
          <Box
            component="span"
            role="img"
            aria-label={texts.presence.empty}
            sx={{ color: 'text.disabled' }}
          >
            –
          </Box>
        ) : (
          <Cell field={field} value={value} place="page" />
        )}
      </Box>
      {helperText !== undefined && <FormHelperText>{helperText}</FormHelperText>}
    </Box>
  );
}

import { Chip } from '@mui/material';
import { TextArrayInput, useTranslate } from 'react-admin';
import type { CellProps, FieldUi, FilterProps, InputProps } from './field-ui.ts';
import { ContainsFilter } from './screen/contains-filter.ui.tsx';
import { SomeOf } from './screen/some-of.ui.tsx';

export const tagsUi: FieldUi = {
  Cell: TagsCell,
  Input: TagsField,
  Filter: TagsFilter,
  width: () => 'wide',
};

function TagsCell({ value, place }: CellProps) {
  return (
    <SomeOf
      members={value as readonly string[]}
      place={place}
      draw={(tags) =>
        tags.map((tag) => ({
          key: tag,
          node: (
            <Chip
              size="small"
              variant="outlined"
              label={tag}
              title={tag}
              sx={{ maxWidth: place === 'list' ? 160 : '100%' }}
            />
          ),
        }))
      }
    />
  );
}

function TagsField({ source, label, helperText, validate }: InputProps) {
  return (
    <TextArrayInput
      source={source}
      label={label}
      helperText={helperText ?? false}
      validate={validate}
      size="small"
      fullWidth
    />
  );
}

/** Has one of these tags, or one that contains the text. */
function TagsFilter({ source, label, field }: FilterProps) {
  return (
    <>
      <TextArrayInput
        source={`${source}_in`}
        label={useTranslate()('values.one_of', { label })}
        helperText={false}
        size="small"
        fullWidth
      />
      <ContainsFilter source={source} label={label} field={field} />
    </>
  );
}

import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { fieldUis } from '../../fields/registry.ui.tsx';
import type { CellProps, FieldUi } from '../../fields/field-ui.ts';
import type { Field } from '../../fields/field.ts';

/** How the screens show a field's type. */
export function uiOf(field: Field): FieldUi {
  return (fieldUis as Readonly<Record<string, FieldUi>>)[field.type]!;
}

/** A value of a record, rendered by its field's type. An empty value is a dash on a page and nothing in a list. */
export function FieldValue({ value, ...props }: CellProps) {
  if (isEmptyValue(value)) return props.place === 'page' ? <Nothing /> : null;
  const { Cell } = uiOf(props.field);
  return <Cell {...props} value={value} />;
}

function Nothing() {
  const translate = useTranslate();
  return (
    <Box
      component="span"
      role="img"
      aria-label={translate('list.empty_value')}
      sx={{ color: 'text.disabled' }}
    >
      –
    </Box>
  );
}

export function isEmptyValue(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

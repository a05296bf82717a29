import { isEmptyValue } from '../../fields/is-empty-value.ts';
import { Box } from '@mui/material';
import type { ComponentType } from 'react';
import { fieldUis } from '../../fields/registry.ui.tsx';
import type { CellProps, FieldUi } from '../../fields/type/field-ui.ts';
import type { Field } from '../../fields/type/field.ts';
import { LookBoundary, useOwnLook } from './field-look.tsx';
import { useTexts } from '../messages/texts.ts';

/** How the screens show a field's type. */
export function uiOf(field: Field): FieldUi {
  const ui = (fieldUis as Readonly<Record<string, FieldUi>>)[field.type]!;
  return field.look ? withOwnCell(ui) : ui;
}

/** How the installation shows a field in a place; undefined where the field looks as its type does. */
export function ownLookIn({ look }: Field, place: CellProps['place']): Field['look'] {
  return look?.places?.includes(place) === false ? undefined : look;
}

/** The fields to request beside these columns of a list: a cell of the installation may use any of the record. */
export function fieldsForCells(columns: readonly Field[], readable: readonly Field[]): string[] {
  const hasOwn = columns.some((field) => ownLookIn(field, 'list'));
  return hasOwn ? readable.map(({ name }) => name) : [];
}

/** What a type becomes where the installation has a cell of its own. */
const withOwn = new WeakMap<FieldUi, FieldUi>();

function withOwnCell(ui: FieldUi): FieldUi {
  const cachedUi = withOwn.get(ui);
  if (cachedUi) return cachedUi;
  const ownUi: FieldUi = { ...ui, Cell: (props) => <OwnCell {...props} TypeCell={ui.Cell} /> };
  withOwn.set(ui, ownUi);
  return ownUi;
}

type OwnCellProps = CellProps & { TypeCell: ComponentType<CellProps> };

function OwnCell({ TypeCell, ...props }: OwnCellProps) {
  const { field, value, record, place } = props;
  const Cell = useOwnLook(ownLookIn(field, place))?.Cell;
  const usual = <TypeCell {...props} />;
  if (!Cell) return usual;
  return (
    <LookBoundary of={value} otherwise={usual}>
      <Cell value={value} record={record} isDense={place !== 'page'} />
    </LookBoundary>
  );
}

/** A value of a record, rendered by its field's type. An empty value is a dash on a page and nothing in a list. */
export function FieldValue({ value, ...props }: CellProps) {
  if (isEmptyValue(value)) return props.place === 'page' ? <Nothing /> : null;
  const { Cell } = uiOf(props.field);
  return <Cell {...props} value={value} />;
}

function Nothing() {
  const texts = useTexts('app');
  return (
    <Box
      component="span"
      role="img"
      aria-label={texts.list.emptyValue}
      sx={{ color: 'text.disabled' }}
    >
      –
    </Box>
  );
}

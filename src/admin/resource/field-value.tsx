import { isEmptyValue } from '../../fields/is-empty-value.ts';
import { Box } from '@mui/material';
import { createContext, use, type ComponentType } from 'react';
import { fieldUis } from '../../fields/registry.ui.tsx';
import type { CellProps, FieldUi } from '../../fields/type/field-ui.ts';
import type { Field, LateCode } from '../../fields/type/field.ts';
import { LookBoundary, useOwnScreen } from './field-look.tsx';
import { useTexts } from '../messages/texts.ts';

/** How the screens show a field's type. */
export function uiOf(field: Field): FieldUi {
  const ui = (fieldUis as Readonly<Record<string, FieldUi>>)[field.type]!;
  return field.look?.cell ? withOwnCell(ui) : ui;
}

/** The cell that the installation has for a field in a place; undefined where the field looks as its type does. */
export function ownCellIn({ look }: Field, place: CellProps['place']): LateCode | undefined {
  return look?.cell?.places?.includes(place) === false ? undefined : look?.cell;
}

/** The fields to request beside these columns of a list: a cell of the installation may use any of the record. */
export function fieldsForCells(
  columns: readonly Field[],
  readable: readonly Field[],
  hasOwnCards = false,
): string[] {
  const hasOwn = hasOwnCards || columns.some((field) => ownCellIn(field, 'list'));
  return hasOwn ? readable.map(({ name }) => name) : [];
}

/** What a type becomes where the installation has a cell of its own. */
const withOwn = new WeakMap<FieldUi, FieldUi>();

function withOwnCell(ui: FieldUi): FieldUi {
  const cachedUi = withOwn.get(ui);
  if (cachedUi) return cachedUi;
  const { Cell: TypeCell } = ui;
  const parts = { TypeCell, Default: () => <DefaultCell TypeCell={TypeCell} /> };
  const ownUi: FieldUi = { ...ui, Cell: (props) => <OwnCell {...props} {...parts} /> };
  withOwn.set(ui, ownUi);
  return ownUi;
}

type TypeCellProps = { TypeCell: ComponentType<CellProps> };
type OwnCellProps = CellProps & TypeCellProps & { Default: ComponentType };

function OwnCell({ TypeCell, Default, ...props }: OwnCellProps) {
  const { field, value, record, place } = props;
  const own = useOwnScreen<'cell'>(ownCellIn(field, place));
  const usual = <TypeCell {...props} />;
  if (!own) return usual;
  return (
    <LookBoundary of={value} otherwise={usual}>
      <TypeCellContext value={props}>
        <own.Screen value={value} record={record} isDense={place !== 'page'} Default={Default} />
      </TypeCellContext>
    </LookBoundary>
  );
}

/** What the cell of the type would get where an own cell is. */
const TypeCellContext = createContext<CellProps | undefined>(undefined);

function DefaultCell({ TypeCell }: TypeCellProps) {
  const props = use(TypeCellContext);
  return props && <TypeCell {...props} />;
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

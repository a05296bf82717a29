import type { RaRecord } from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { useGrid } from '../grid-context.tsx';
import { CellEditor } from './cell-editor.tsx';

type OpenCellProps = {
  record: RaRecord;
  field: Field;
  value: unknown;
  typed: string | undefined;
};

/** The cell that is being written. */
export function OpenCell({ record, field, value, typed }: OpenCellProps) {
  const { commands } = useGrid();
  return (
    <CellEditor
      field={field}
      value={value}
      typed={typed}
      onTake={(next, onward) =>
        commands.current.take({ record, name: field.name, value: next }, onward)
      }
      onCancel={() => commands.current.cancel()}
    />
  );
}

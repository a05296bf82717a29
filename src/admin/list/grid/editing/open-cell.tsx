import { useEffect, useState } from 'react';
import { useNotify, useTranslate, type RaRecord } from 'react-admin';
import type { Field } from '../../../../fields/field.ts';
import { onServerEvent } from '../../../client/events/server-events.ts';
import { useResource } from '../../../kit/use-resource.ts';
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
  const { commands, store } = useGrid();
  const isGone = useIsGone(record);
  const translate = useTranslate();
  const notify = useNotify();
  return (
    <CellEditor
      field={field}
      value={value}
      typed={typed}
      takeWaiting={() => {
        const { editing } = store.get();
        if (editing?.waiting === undefined) return [];
        store.set({ editing: { ...editing, waiting: undefined } });
        return editing.waiting;
      }}
      trouble={isGone ? translate('grid.gone') : undefined}
      onRefused={(said) => store.set({ said })}
      onTake={(next, onward) => {
        if (!isGone)
          return commands.current.take({ record, name: field.name, value: next }, onward);
        // It cannot be saved any more, and is not thrown away either.
        const typed = typeof next === 'string' ? next : field.kind.text.write(next, field.settings);
        notify('grid.gone_typed', {
          type: 'warning',
          autoHideDuration: null,
          messageArgs: { typed },
        });
        commands.current.cancel();
      }}
      onCancel={() => commands.current.cancel()}
    />
  );
}

/** Has somebody deleted the record meanwhile? */
function useIsGone({ id }: RaRecord): boolean {
  const { resource } = useResource();
  const [isGone, setGone] = useState(false);
  useEffect(
    () =>
      onServerEvent((told) => {
        if (told.event !== 'record.deleted' && told.event !== 'record.created') return;
        const { resource: name, _id } = told.data;
        // What was deleted may be brought back.
        if (name === resource.name && _id === String(id)) setGone(told.event === 'record.deleted');
      }),
    [resource, id],
  );
  return isGone;
}

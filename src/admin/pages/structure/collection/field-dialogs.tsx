import { FieldPanel } from './field-panel.tsx';
import type { FieldsProps } from './field-rows.ts';
import { RemoveField } from './remove-field.tsx';
import { RetypeField } from './retype-field.tsx';
import type { FieldEdits } from './use-field-edits.ts';

/** What is open for a field. */
export type OpenedField = { name: string; what: 'panel' | 'type' | 'remove' };

type FieldDialogsProps = FieldsProps & {
  edits: FieldEdits;
  opened: OpenedField | undefined;
  onOpen: (opened: OpenedField | undefined) => void;
};

export function FieldDialogs({ opened, onOpen, ...props }: FieldDialogsProps) {
  const row = props.rows.find(({ name }) => name === opened?.name);
  const close = (): void => onOpen(undefined);
  if (!row || !opened) return null;
  if (opened.what === 'remove') return <RemoveField {...props} row={row} onClose={close} />;
  if (opened.what === 'type') return <RetypeField {...props} row={row} onClose={close} />;
  return (
    <FieldPanel
      {...props}
      row={row}
      onRetype={() => onOpen({ name: row.name, what: 'type' })}
      onClose={close}
    />
  );
}

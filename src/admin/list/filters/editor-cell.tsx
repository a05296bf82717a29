import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../messages/use-text.ts';
import { FilterEditor } from './filter-editor.tsx';

/** What needs more room than a cell is chosen beside it. */
export function EditorCell({ field, count }: { field: Field; count: number }) {
  const say = useText();
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const shown =
    count === 0
      ? translate('values.presence.any')
      : translate('grid.conditions', { smart_count: count });
  return (
    <>
      <button
        type="button"
        className="g-choice"
        aria-haspopup="dialog"
        aria-label={`${translate('grid.filter_of', { label: say(field.label) })}: ${shown}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {shown}
      </button>
      {anchor && (
        <FilterEditor field={field} anchor={anchor} onClose={() => setAnchor(undefined)} />
      )}
    </>
  );
}

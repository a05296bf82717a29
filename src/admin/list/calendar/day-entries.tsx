import type { RaRecord } from 'react-admin';
import type { Field } from '../../../fields/type/field.ts';
import { IconButton } from '@mui/material';
import { displayTitle, titleFields } from '../../../descriptor/title.ts';
import { Hint } from '../../kit/hint.tsx';
import { RecordLink } from '../../resource/record-link.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useLayout } from '../grid/columns/layout.ts';
import { CardFields } from '../list-cards.tsx';

import MoreVertIcon from '@mui/icons-material/MoreVert';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** The dialog or menu that is open over a calendar: a day, the actions of a record, or the choice of another day. */
export type OpenedInCalendar =
  | { kind: 'day'; day: string }
  | { kind: 'record'; record: RaRecord; anchor: Element }
  | { kind: 'move'; record: RaRecord };

/** The state that all parts of a calendar share. */
export type CalendarView = {
  field: Field;
  month: string;
  /** The records of a day. */
  recordsOn(day: string): readonly RaRecord[];
  mayMove(record: RaRecord): boolean;
  moveTo(record: RaRecord, day: string): void;
  open(opened: OpenedInCalendar): void;
};

const FIELDS_PER_ENTRY = 2;

/** All records of a day, each with its menu, which also moves it to another day. */
export function DayEntries({ view, day }: { view: CalendarView; day: string }) {
  const texts = useTexts('shown-as');
  const app = useTexts('app');
  const { resource } = useResource();
  const { shown } = useLayout();
  const records = view.recordsOn(day);
  const named = new Set([...titleFields(resource), view.field.name]);
  const fields = shown.filter(({ name }) => !named.has(name)).slice(0, FIELDS_PER_ENTRY);
  if (records.length === 0) return <Hint>{texts.dayEmpty}</Hint>;
  return (
    <ul className="c-entries">
      {records.map((record) => (
        <li key={record.id}>
          <div>
            <RecordLink
              record={record}
              onKeyDown={(event) => {
                const { key, altKey, ctrlKey, metaKey } = event;
                if (key.toLowerCase() !== 'm' || altKey || ctrlKey || metaKey) return;
                event.preventDefault();
                view.open({ kind: 'move', record });
              }}
            />
            <CardFields record={record} fields={fields} />
          </div>
          <IconButton
            size="small"
            aria-haspopup="menu"
            aria-label={fillTemplate(app.rows.menu, { title: displayTitle(resource, record) })}
            onClick={({ currentTarget }) =>
              view.open({ kind: 'record', record, anchor: currentTarget })
            }
          >
            <MoreVertIcon fontSize="small" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

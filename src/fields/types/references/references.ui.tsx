import type { FieldUi } from '../../field-ui.ts';
import { RecordLink } from '../../screen/record-link.ui.tsx';
import { LimitedList } from '../../screen/limited-list.ui.tsx';

export const referencesUi: FieldUi = {
  Cell: ({ field, value, place }) => (
    <LimitedList
      members={value as readonly string[]}
      place={place}
      draw={(ids) =>
        ids.map((id, index) => ({
          key: id,
          node: (
            <>
              <RecordLink resource={field.settings.to} id={id} />
              {index < ids.length - 1 && <span data-comma>,</span>}
            </>
          ),
        }))
      }
    />
  ),
  width: () => 'wide',
};

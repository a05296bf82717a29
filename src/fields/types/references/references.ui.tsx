import type { CellProps, FieldUi } from '../../type/field-ui.ts';
import { AllRecordsLink, useListOf } from '../../screen/all-records-link.ui.tsx';
import { LimitedList } from '../../screen/limited-list.ui.tsx';
import { RecordLink } from '../../screen/record-link.ui.tsx';

/** A page shows few of many titles, which are long, and leads to a list of them all. */
const ON_PAGE = 8;

export const referencesUi: FieldUi = { Cell: ReferencesCell, line: 'text', width: () => 'wide' };

function ReferencesCell({ field, value, place, record }: CellProps) {
  const ids = value as readonly string[];
  const to = useListOf(field, place === 'page' ? record : undefined);
  return (
    <LimitedList
      members={ids}
      place={place}
      {...(to !== undefined && {
        onPage: ON_PAGE,
        all: <AllRecordsLink to={to} count={ids.length} />,
      })}
      draw={(members) =>
        members.map((id, index) => ({
          key: id,
          node: (
            <>
              <RecordLink resource={field.settings.to} id={id} />
              {index < members.length - 1 && <span data-comma>,</span>}
            </>
          ),
        }))
      }
    />
  );
}

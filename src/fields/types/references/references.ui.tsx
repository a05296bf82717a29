import type { CellProps, FieldUi } from '../../type/field-ui.ts';
import { Button } from '@mui/material';
import { useResourceContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { fillTemplate } from '../../problems/fill-template.ts';
import type { Field } from '../../type/field.ts';
import { useReferences } from '../../type/reference-context.tsx';
import { useFieldTexts } from '../../screen/texts.ui.ts';
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

/** The address of a list of all records that a field with many references names, if the user may open one. */
function useListOf(
  field: Field,
  record: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const resource = useResourceContext();
  const { listOf } = useReferences();
  return resource && record && listOf?.(resource, field, record);
}

function AllRecordsLink({ to, count }: { to: string; count: number }) {
  const texts = useFieldTexts();
  return (
    <Button size="small" component={Link} to={to} sx={{ displayPrint: 'none' }}>
      {fillTemplate(texts.showAll, { count })}
    </Button>
  );
}

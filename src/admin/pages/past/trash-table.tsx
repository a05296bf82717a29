import { Box, Checkbox, Link as MuiLink } from '@mui/material';
import { displayTitle, titleFields } from '../../../descriptor/title.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { FactsTable } from '../../kit/facts-table.tsx';
import { FieldValue } from '../../resource/field-value.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { wayText } from '../../kit/formats/way-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { PastFiles } from '../../record/past-files.tsx';
import { PastTitles } from '../../record/history/past-titles.tsx';
import { Person } from './change-words.tsx';
import type { TrashedRecord } from './trash.ts';

type TrashTableProps = {
  rows: readonly TrashedRecord[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onShow: (shown: TrashedRecord) => void;
};

/** The number of the list's columns that are shown beside the title. */
const MAX_COLUMNS = 2;

/** Deleted records to choose from and to open. */
export function TrashTable({ rows, chosen, onChoose, onShow }: TrashTableProps) {
  const { resource, column } = useResource();
  const { say } = useI18n();
  const texts = useTexts('changes');
  const own = texts.trash;
  const inTitle = new Set(titleFields(resource));
  const columns = resource.list.columns
    .filter((name) => !inTitle.has(name))
    .flatMap((name) => column(name) ?? [])
    .filter(({ name }) => resource.fields.has(name))
    .slice(0, MAX_COLUMNS);
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <FactsTable
      label={own.title}
      columns={[
        own.record,
        ...columns.map(({ label }) => say(label)),
        own.deleted,
        texts.who,
        texts.way,
        own.until,
      ]}
      rows={rows.map((row) => ({
        key: row._id,
        cells: [
          <RecordChoice
            key="record"
            title={displayTitle(resource, row.record)}
            isChosen={chosen.has(row._id)}
            onToggle={() => toggle(row._id)}
            onShow={() => onShow(row)}
          />,
          ...columns.map((field) => (
            <PastTitles key={field.name} titles={row.titles}>
              <PastFiles id={row._id}>
                <FieldValue
                  field={field}
                  value={row.record[field.name]}
                  place="list"
                  record={row.record}
                />
              </PastFiles>
            </PastTitles>
          )),
          <RelativeTime key="at" moment={row.deletedAt} />,
          <Person key="by" id={row.deletedBy} />,
          wayText(texts, row),
          <time key="until" dateTime={row.until}>
            {showDateTime(row.until).slice(0, 10)}
          </time>,
        ],
      }))}
    />
  );
}

type RecordChoiceProps = {
  title: string;
  isChosen: boolean;
  onToggle: () => void;
  onShow: () => void;
};

/** A checkbox, and a button that shows the whole record. */
function RecordChoice({ title, isChosen, onToggle, onShow }: RecordChoiceProps) {
  const { trash: own } = useTexts('changes');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <Checkbox
        size="small"
        checked={isChosen}
        onChange={onToggle}
        sx={{ my: -1, ml: -1 }}
        slotProps={{ input: { 'aria-label': fillTemplate(own.select, { title }) } }}
      />
      <MuiLink
        component="button"
        type="button"
        onClick={onShow}
        sx={{ textAlign: 'start', overflowWrap: 'anywhere' }}
      >
        <bdi>{title}</bdi>
      </MuiLink>
    </Box>
  );
}

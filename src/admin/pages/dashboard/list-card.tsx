import { ResourceContextProvider } from 'react-admin';
import { Box, Skeleton } from '@mui/material';
import { valueAt } from '../../../descriptor/column-field.ts';
import type { Card } from '../../../descriptor/settings/cards.ts';
import { displayTitle } from '../../../descriptor/title.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { toRecordPath } from '../../kit/screen-paths.ts';
import type { CardContent } from '../../../contract/dashboard.ts';
import { useCard, useCardList } from './use-card.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { CardPanel, CardTrouble } from './card-panel.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { Hint } from '../../kit/hint.tsx';

/** The first records of a list, and a link to the list. */
export function ListCard({ card }: { card: Card & { kind: 'list' } }) {
  const { say, number } = useI18n();
  const texts = useTexts('workplace').cards;
  const { pathWith } = useCardList(card);
  const { answer, trouble, retry } = useCard(card);
  const total = answer?.total;
  const all =
    typeof total === 'number'
      ? fillTemplate(texts.all, { count: number(total, answer?.totalIsEstimate) })
      : texts.openList;
  const label = say(card.label);
  return (
    <CardPanel
      title={label}
      help={card.help && say(card.help)}
      tools={
        total !== 0 && (
          <TextLink to={pathWith()} variant="body2" aria-label={`${label}: ${all}`}>
            {all}
          </TextLink>
        )
      }
    >
      {trouble && (
        <Box sx={{ px: 1.75, pb: 1.5 }}>
          <CardTrouble trouble={trouble} retry={retry} />
        </Box>
      )}
      {!trouble && !answer && (
        <Box sx={{ px: 1.75, pb: 1 }} aria-busy>
          {Array.from({ length: card.limit }, (_, line) => (
            <Skeleton key={line} height={32} />
          ))}
        </Box>
      )}
      {answer && <Records card={card} records={answer.records} />}
    </CardPanel>
  );
}

function Records({ card, records }: { card: Card; records: CardContent<'list'>['records'] }) {
  const { view } = useCardList(card);
  const texts = useTexts('workplace').cards;
  if (records.length === 0) return <Hint sx={{ px: 1.75, pb: 1.75 }}>{texts.nothing}</Hint>;
  const columns = (card.columns ?? []).map((path) => view.column(path)).filter((field) => field);
  return (
    <ResourceContextProvider value={view.resource.name}>
      <Box component="ul" sx={{ m: 0, p: 0, pb: 0.5, listStyle: 'none' }}>
        {records.map((record) => (
          <Box component="li" key={record._id} sx={lineSx}>
            <TextLink to={toRecordPath(view.resource, record._id)} sx={titleSx}>
              {displayTitle(view.resource, record)}
            </TextLink>
            {columns.map(
              (field) =>
                field &&
                !isEmptyValue(valueAt(record, field.name)) && (
                  <Box component="span" key={field.name} sx={valueSx}>
                    <FieldValue
                      field={field}
                      value={valueAt(record, field.name)}
                      place="list"
                      record={record}
                    />
                  </Box>
                ),
            )}
          </Box>
        ))}
      </Box>
    </ResourceContextProvider>
  );
}

const lineSx = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  justifyContent: { sm: 'flex-end' },
  columnGap: { xs: 0.5, sm: 1.5 },
  rowGap: { xs: 0.5, sm: 0 },
  px: 1.75,
  py: 0.5,
  minHeight: 36,
  fontSize: '0.875rem',
};

/** The name of the record has its place, however long the values beside it are. */
const titleSx = {
  flex: { sm: '1 0 40%' },
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: { sm: 'nowrap' },
};

/** A value that does not fit beside the name stands below it. */
const valueSx = {
  maxWidth: '100%',
  overflowWrap: 'anywhere',
  color: 'text.secondary',
};

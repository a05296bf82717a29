import BarChartIcon from '@mui/icons-material/BarChart';
import TableRowsIcon from '@mui/icons-material/TableRows';
import { Box, IconButton, Skeleton, Typography } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Card } from '../../descriptor/dashboard.ts';
import type { Field } from '../../fields/field.ts';
import { visuallyHidden } from '../layout/visually-hidden.ts';
import { useLanguage } from '../messages/language.ts';
import { useText } from '../use-text.ts';
import type { CardAnswers } from './card-answer.ts';
import { CardPanel } from './card-panel.tsx';
import { CardTrouble } from './card-trouble.tsx';
import { toChartItems } from './chart-items.ts';
import { ChartTable } from './chart-table.tsx';
import { useCard } from './use-card.ts';
import { useCardList, type CardList } from './use-card-list.ts';
import { useWorkplaceTexts } from './workplace-texts.ts';

// What draws charts is larger than all the rest of the page, which is there before it.
const Bars = lazy(async () => ({ default: (await import('./bars.tsx')).Bars }));

/** How often values occur, or how many there are month by month: drawn, or as a table. */
export function ChartCard({ card }: { card: Card & { kind: 'chart' } }) {
  const say = useText();
  const texts = useWorkplaceTexts().cards;
  const list = useCardList(card);
  const { answer, trouble, retry } = useCard(card);
  const [isTable, setTable] = useState(false);
  const field = list.view.find(card.by ?? '');
  const label = say(card.label);
  const tool = isTable ? texts.asChart : texts.asTable;
  return (
    <CardPanel
      title={label}
      help={card.help && say(card.help)}
      tools={
        <IconButton
          size="small"
          aria-label={`${label}: ${tool}`}
          title={tool}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? <BarChartIcon fontSize="small" /> : <TableRowsIcon fontSize="small" />}
        </IconButton>
      }
    >
      <Box sx={{ px: 1, pb: 1, minHeight: 140 }}>
        {trouble ? (
          <CardTrouble trouble={trouble} retry={retry} />
        ) : !answer || !field ? (
          <Waiting />
        ) : (
          <Drawn card={card} field={field} answer={answer} list={list} isTable={isTable} />
        )}
      </Box>
    </CardPanel>
  );
}

type DrawnProps = {
  card: Card;
  field: Field;
  answer: CardAnswers['chart'];
  list: CardList;
  isTable: boolean;
};

function Drawn({ card, field, answer, list, isTable }: DrawnProps) {
  const say = useText();
  const texts = useWorkplaceTexts().cards;
  const translate = useTranslate();
  const language = useLanguage();
  const navigate = useNavigate();
  const words = { language, translate, empty: texts.empty };
  const { items, more } = toChartItems(card, field, answer, words);
  const label = say(card.label);
  const isTime = card.every !== undefined;
  const head = isTime ? texts.month : say(field.label);
  if (items.every(({ count }) => count === 0))
    return (
      <Typography variant="body2" sx={{ px: 0.75, py: 1, color: 'text.secondary' }}>
        {texts.noData}
      </Typography>
    );
  return (
    <>
      {isTable ? (
        <ChartTable
          label={label}
          head={head}
          items={items}
          pathOf={(item) => list.pathWith(item.filter)}
        />
      ) : (
        <>
          <Suspense fallback={<Waiting />}>
            <Bars
              label={label}
              items={items}
              isTime={isTime}
              onChoose={(item) => void navigate(list.pathWith(item.filter))}
            />
          </Suspense>
          <Box sx={visuallyHidden}>
            <ChartTable label={label} head={head} items={items} />
          </Box>
        </>
      )}
      {more && (
        <Typography variant="caption" sx={{ px: 0.75, color: 'text.secondary' }}>
          {texts.more}
        </Typography>
      )}
    </>
  );
}

function Waiting() {
  return <Skeleton variant="rounded" height={132} aria-busy sx={{ m: 0.75 }} />;
}

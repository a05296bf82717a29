import { Box, Card as Paper, Typography, Skeleton } from '@mui/material';
import type { ComponentType, ReactNode } from 'react';
import type { Card, CardKind } from '../../../descriptor/settings/cards.ts';
import { ReferenceProvider } from '../../resource/reference-provider.tsx';
import { ChartCard } from './chart-card.tsx';
import { CountCard } from './count-card.tsx';
import { ListCard } from './list-card.tsx';
import { LatestChanges, useLatestRecords } from '../latest-changes.tsx';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { threadTexts } from '../../threads/thread-texts.ts';
import { useTexts } from '../../messages/texts.ts';
import CheckIcon from '@mui/icons-material/Check';
import WarningIcon from '@mui/icons-material/WarningAmber';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { CardTrouble } from './card-panel.tsx';
import { useCard, useCardList } from './use-card.ts';
import type { CardContent } from '../../../contract/dashboard.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { Hint } from '../../kit/hint.tsx';

const QueriesCard = lazyPart(() => import('./queries-card.tsx'), 'QueriesCard', threadTexts);

/** The declared cards; consecutive cards of one kind share a row. */
export function CardGrid({ cards }: { cards: readonly Card[] }) {
  return (
    <ReferenceProvider>
      <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {toRuns(cards).map((run) => {
          const [first] = run;
          const Run = runs[rowOf(first)] as ComponentType<RunProps<CardKind>>;
          return <Run key={first.name} cards={run} />;
        })}
      </Box>
    </ReferenceProvider>
  );
}

function toRuns(cards: readonly Card[]): [Card, ...Card[]][] {
  const found: [Card, ...Card[]][] = [];
  for (const card of cards) {
    const last = found.at(-1);
    if (last && rowOf(last[0]) === rowOf(card)) last.push(card);
    else found.push([card]);
  }
  return found;
}

/** Which cards stand beside each other. */
const rowOf = ({ kind }: Card): Row => (kind === 'queries' ? 'list' : kind);

type Row = Exclude<CardKind, 'queries'>;

type RunProps<Kind extends CardKind> = { cards: readonly (Card & { kind: Kind })[] };

const runs: { [Kind in Row]: ComponentType<RunProps<Kind>> } = {
  count: CountRun,
  check: CheckRun,
  list: ({ cards }) => <Columns>{drawEach(ListOrQueries, cards)}</Columns>,
  chart: ({ cards }) => <Columns wide>{drawEach(ChartCard, cards)}</Columns>,
  changes: ({ cards }) => drawEach(ChangesCard, cards),
};

function ListOrQueries({ card }: { card: Card }) {
  const { kind } = card;
  return kind === 'list' ? <ListCard card={{ ...card, kind }} /> : <QueriesCard card={card} />;
}

function CountRun({ cards }: RunProps<'count'>) {
  const texts = useTexts('workplace').cards;
  return (
    <section>
      <Heading>{texts.numbers}</Heading>
      <Box component="ul" sx={countsSx}>
        {drawEach(CountCard, cards)}
      </Box>
    </section>
  );
}

function CheckRun({ cards }: RunProps<'check'>) {
  const texts = useTexts('workplace').cards;
  return (
    <section>
      <Heading>{texts.checks}</Heading>
      <Paper component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {drawEach(CheckLine, cards)}
      </Paper>
    </section>
  );
}

function drawEach<Of extends Card>(
  Kind: ComponentType<{ card: Of }>,
  cards: readonly Of[],
): ReactNode {
  return cards.map((card) => <Kind key={card.name} card={card} />);
}

function Heading({ children }: { children: string }) {
  return (
    <Typography variant="h2" component="h3" sx={{ mb: 1 }}>
      {children}
    </Typography>
  );
}

/** As many columns as fit; charts need wider ones. */
function Columns({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const least = wide ? 440 : 340;
  const gridTemplateColumns = `repeat(auto-fit, minmax(min(100%, ${least}px), 1fr))`;
  return (
    <Box sx={{ display: 'grid', gap: { xs: 1, sm: 1.5 }, gridTemplateColumns }}>{children}</Box>
  );
}

const countsSx = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    sm: 'repeat(auto-fill, minmax(208px, 1fr))',
  },
  gap: { xs: 1, sm: 1.5 },
  m: 0,
  p: 0,
  listStyle: 'none',
};

/** The latest changes and their authors. */
function ChangesCard({ card }: { card: Card }) {
  const { say } = useI18n();
  const latest = useLatestRecords();
  return (
    <section>
      <Heading>{say(card.label)}</Heading>
      <LatestChanges latest={latest} shown={card.limit} />
    </section>
  );
}

/** A count that should be zero: plain if it is, otherwise a warning with a link to the records. */
function CheckLine({ card }: { card: Card & { kind: 'check' } }) {
  const { say } = useI18n();
  const { pathWith } = useCardList(card);
  const { answer, trouble, retry } = useCard(card);
  const state = answer && stateOf(answer);
  return (
    <Box component="li" sx={lineSx}>
      <Box
        sx={{
          display: 'flex',
          width: 20,
          color: state === 'fine' ? 'success.main' : 'warning.main',
        }}
      >
        {state === 'fine' && <CheckIcon fontSize="small" />}
        {state === 'some' && <WarningIcon fontSize="small" />}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <TextLink to={pathWith()} sx={{ fontWeight: 600 }}>
          {say(card.label)}
        </TextLink>
        {card.help && (
          <Hint variant="caption" sx={{ display: 'block' }}>
            {say(card.help)}
          </Hint>
        )}
      </Box>
      {trouble ? (
        <CardTrouble trouble={trouble} retry={retry} />
      ) : (
        <Typography
          component="span"
          variant="body2"
          sx={{
            textAlign: 'right',
            color: state === 'fine' || answer?.isEmpty ? 'text.secondary' : 'text.primary',
          }}
        >
          <CheckResult answer={answer} />
        </Typography>
      )}
    </Box>
  );
}

/** Whether there is nothing to check, nothing wrong, or something to look at; undefined if it was not counted. */
function stateOf({ total, isEmpty }: CardContent<'check'>): 'empty' | 'fine' | 'some' | undefined {
  if (total === null) return undefined;
  if (isEmpty) return 'empty';
  return total === 0 ? 'fine' : 'some';
}

function CheckResult({ answer }: { answer: CardContent<'check'> | undefined }) {
  const texts = useTexts('workplace').cards;
  const { number } = useI18n();
  const state = answer && stateOf(answer);
  if (!state) return <Skeleton width={72} />;
  return {
    empty: texts.nothingToCheck,
    fine: texts.fine,
    some: fillTemplate(texts.toLookAt, {
      count: number(answer.total ?? 0, answer.totalIsEstimate),
    }),
  }[state];
}

const lineSx = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: 1.25,
  px: 1.75,
  py: 0.75,
  minHeight: 44,
  '& + &': { borderTop: 1, borderColor: 'divider' },
};

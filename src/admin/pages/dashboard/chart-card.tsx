import type { ChartItem } from './bars.tsx';
import type { Card } from '../../../descriptor/settings/cards.ts';
import { ChartPanel } from './chart-panel.tsx';
import type { CardContent } from '../../../contract/dashboard.ts';
import type { Facet } from '../../../contract/lists.ts';
import { useCard, useCardList } from './use-card.ts';
import { startOfDay } from '../../../fields/text/date-format.ts';
import { today } from '../../list/calendar/calendar-days.ts';
import { useTexts } from '../../messages/texts.ts';
import { EXACT, qualifierOf } from '../../../fields/type/qualifier-of.ts';
import type { Field } from '../../../fields/type/field.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { showFigure } from '../../resource/show-figure.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import type { ValueTexts } from '../../../fields/problems/value-texts.ts';

/** The number of records per value, or per month: as a chart or as a table. */
export function ChartCard({ card }: { card: Card & { kind: 'chart' } }) {
  const { texts: app, say, language } = useI18n();
  const texts = useTexts('workplace').cards;
  const { view, pathWith } = useCardList(card);
  const { answer, trouble, retry } = useCard(card);
  const field = view.find(card.by ?? '');
  const words = { language, texts: app.values, empty: texts.empty, bounds: texts.bounds };
  const chart = answer && field && toChartItems(card, field, answer, words);
  const isTime = card.every !== undefined;
  const name = field ? say(field.label) : '';
  return (
    <ChartPanel
      label={say(card.label)}
      help={card.help && say(card.help)}
      head={isTime ? texts.month : name}
      items={chart?.items}
      more={chart?.more ?? false}
      isTime={isTime}
      pathOf={(item) => pathWith(item.filter)}
      trouble={trouble}
      retry={retry}
    />
  );
}

type ChartWords = { language: string; texts: ValueTexts; empty: string; bounds: string };

/** The bars of a chart: months in order, values as the server sorts them, the most frequent first. */
function toChartItems(
  card: Card,
  field: Field,
  answer: CardContent<'chart'>,
  words: ChartWords,
): { items: ChartItem[]; more: boolean } {
  const by = card.by!;
  if ('periods' in answer) return { items: ofMonths(by, field, answer, words), more: false };
  const { facet } = answer;
  const all =
    facet.kind === 'histogram'
      ? ofBins(by, field, facet, words)
      : ofValues(by, field, facet, words);
  const items = inOrder(field, all, words).slice(0, card.limit);
  const hidden = all.length > items.length || ('more' in facet && facet.more);
  const none = { key: 'empty', label: words.empty, count: facet.empty ?? 0 };
  const rest = [
    ...('bounds' in facet ? ofBounds(by, field, facet, words) : []),
    { ...none, filter: { [`${by}_null`]: true } },
  ];
  return { items: [...items, ...rest.filter(({ count }) => count > 0)], more: hidden };
}

type Months = Extract<CardContent<'chart'>, { since: string }>;

function ofMonths(by: string, field: Field, { since, periods }: Months, words: ChartWords) {
  const counts = new Map(periods.map(({ period, count }) => [period, count]));
  const { format } = new Intl.DateTimeFormat(words.language, {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  });
  const isDay = field.kind.column(field.settings).sql === 'date';
  const write = (month: Date): string => {
    const day = month.toISOString().slice(0, 10);
    return isDay ? day : (startOfDay(day) ?? day);
  };
  const items: ChartItem[] = [];
  for (let month = new Date(since); ; month = next(month)) {
    const key = month.toISOString().slice(0, 7);
    if (key > today().slice(0, 7)) break;
    const filter = { [`${by}_gte`]: write(month), [`${by}_lt`]: write(next(month)) };
    items.push({ key, label: format(month), count: counts.get(key) ?? 0, filter });
  }
  return items;
}

function next(month: Date): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
}

type Values = Extract<Facet, { kind: 'values' | 'years' }>;

function ofValues(by: string, field: Field, { values }: Values, words: ChartWords): ChartItem[] {
  const options = optionsOf(field, words);
  return values.map(({ value, count, ...each }) => ({
    key: String(value),
    label:
      ('label' in each ? each.label : undefined) ??
      options.find((option) => option.value === value)?.label ??
      String(value),
    count,
    filter: 'from' in each ? { [`${by}_gte`]: each.from, [`${by}_lte`]: each.to } : { [by]: value },
  }));
}

type Bins = Extract<Facet, { kind: 'histogram' }>;

function ofBins(by: string, field: Field, { bins }: Bins, words: ChartWords): ChartItem[] {
  const write = (edge: number | string): string => showFigure(field, Number(edge), words.language);
  return bins.map(({ from, to, count }) => ({
    key: String(from),
    label: `${write(from)} – ${write(to)}`,
    count,
    filter: { [`${by}_gte`]: from, [`${by}_lt`]: to },
  }));
}

/** Bounds such as `<0.5`, which are in no bar. */
function ofBounds(by: string, field: Field, { bounds = 0 }: Bins, words: ChartWords): ChartItem[] {
  const sign = qualifierOf(field, by) ?? '';
  const filter = { [`${by}_nnull`]: true, [`${sign}_nnull`]: true, [`${sign}_neq`]: EXACT };
  return [{ key: 'bounds', label: words.bounds, count: bounds, filter }];
}

/** Grades such as 1 to 4 keep their declared order, because sorting them by count would not help the reader. */
function inOrder(field: Field, items: readonly ChartItem[], words: ChartWords): ChartItem[] {
  const options = optionsOf(field, words);
  if (!options.every(({ value }) => typeof value === 'number')) return [...items];
  const place = (item: ChartItem): number =>
    options.findIndex(({ value }) => String(value) === item.key);
  return items.toSorted((one, other) => place(one) - place(other));
}

function optionsOf(field: Field, { language, texts }: ChartWords) {
  return uiOf(field).options?.(field, language, texts) ?? [];
}

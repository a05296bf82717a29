import { useTranslate } from 'react-admin';
import type { Card } from '../../../descriptor/permissions/dashboard.ts';
import { useLanguage } from '../../messages/language.ts';
import { useText } from '../../messages/use-text.ts';
import { toChartItems } from './chart-items.ts';
import { ChartPanel } from './chart-panel.tsx';
import { useCard } from './use-card.ts';
import { useCardList } from './use-card-list.ts';
import { useTexts } from '../../messages/texts.ts';

/** How often values occur, or how many there are month by month: drawn, or as a table. */
export function ChartCard({ card }: { card: Card & { kind: 'chart' } }) {
  const say = useText();
  const texts = useTexts('workplace').cards;
  const translate = useTranslate();
  const language = useLanguage();
  const { view, pathWith } = useCardList(card);
  const { answer, trouble, retry } = useCard(card);
  const field = view.find(card.by ?? '');
  const words = { language, translate, empty: texts.empty };
  const found = answer && field && toChartItems(card, field, answer, words);
  const isTime = card.every !== undefined;
  return (
    <ChartPanel
      label={say(card.label)}
      help={card.help && say(card.help)}
      head={isTime ? texts.month : field ? say(field.label) : ''}
      items={found?.items}
      more={found?.more ?? false}
      isTime={isTime}
      pathOf={(item) => pathWith(item.filter)}
      trouble={trouble}
      retry={retry}
    />
  );
}

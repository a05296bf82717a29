import { Button } from '@mui/material';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { nameOfMonth } from './calendar-days.ts';
import { useCalendarEdges } from './use-calendar-records.ts';

type EmptyMonthProps = { field: Field; month: string; onShow: (month: string) => void };

/** Says that a month has no records, and leads to the first and the last month that have some. */
export function EmptyMonth({ field, month, onShow }: EmptyMonthProps) {
  const texts = useTexts('shown-as');
  const { language } = useI18n();
  const edges = useCalendarEdges(field, true);
  const [first, last] = [edges?.first.slice(0, 7), edges?.last.slice(0, 7)];
  const ways = [
    [texts.first, first],
    [texts.last, last === first ? undefined : last],
  ] as const;
  return (
    <>
      <Hint component={Status}>
        {fillTemplate(texts.emptyMonth, { month: nameOfMonth(month, language) })}
      </Hint>
      {ways.map(
        ([text, to]) =>
          to !== undefined && (
            <Button key={text} size="small" onClick={() => onShow(to)}>
              {fillTemplate(text, { month: nameOfMonth(to, language) })}
            </Button>
          ),
      )}
    </>
  );
}

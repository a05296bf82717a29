import { Button } from '@mui/material';
import AddIcon from '@mui/icons-material/Add';
import { Link } from 'react-router-dom';
import { showDate } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { toCreatePath } from '../../kit/screen-paths.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useGivenByFilter } from '../filters/given-by-filter.ts';
import { nameOfDay, today } from './calendar-days.ts';
import { DayEntries, type CalendarView } from './day-entries.tsx';

/** The days of a month one below the other, for a narrow screen: those with records, and today. */
export function Agenda({ view, days }: { view: CalendarView; days: readonly string[] }) {
  const { language } = useI18n();
  const now = today();
  const shown = days.filter((day) => day === now || view.recordsOn(day).length > 0);
  return (
    <div className="c-agenda">
      {shown.map((day) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`} aria-current={day === now ? 'date' : undefined}>
            {nameOfDay(day, language)}
          </h3>
          <DayEntries view={view} day={day} />
          <NewOnDay view={view} day={day} />
        </section>
      ))}
    </div>
  );
}

/** Creates a record on a day, if the role may. */
export function NewOnDay({ view, day }: { view: CalendarView; day: string }) {
  const texts = useTexts('shown-as');
  const create = useNewOn(view, day);
  if (create === undefined) return null;
  return (
    <Button size="small" component={Link} to={create} startIcon={<AddIcon />}>
      {fillTemplate(texts.newOn, { day: showDate(day) })}
    </Button>
  );
}

/** The address of a new record on a day; undefined if the role may not create one with this date. */
export function useNewOn({ field, days }: CalendarView, day: string): string | undefined {
  const { resource, may, isWritable } = useResource();
  const given = useGivenByFilter();
  if (!may('create') || !isWritable(field.name)) return undefined;
  const values = { ...given, [field.name]: days.onDay(day, undefined) };
  return toCreatePath(resource, { values });
}

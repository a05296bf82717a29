import type { CSSProperties, DragEvent } from 'react';
import { displayTitle } from '../../../descriptor/title.ts';
import { Marked } from '../../../fields/screen/marked.ui.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { classOfColor, useColors } from '../list-colors.tsx';
import { RecordLink } from '../../resource/record-link.tsx';
import { moveByKey, type CalendarView } from './day-entries.tsx';
import { daysBetween, daysOf, showTimes, type DraggedEntry, type Entry } from './entries.ts';

type EntryProps = {
  view: CalendarView;
  week: readonly string[];
  day: string;
  entry: Entry;
  /** Whether it stands in the hours of the day, where Tab reaches it. */
  isTimed?: boolean;
};

/**
 * A record on one of its days, which the user can drag to another one. The text begins on the first of them in the week
 * and continues over the others, where only screen readers have it.
 */
export function EntryOnDay({ view, week, day, entry, isTimed = false }: EntryProps) {
  const { resource } = useResource();
  const { record, first, last } = entry;
  const title = displayTitle(resource, record);
  const say = useText();
  const { record: color } = useColors(record);
  const meaning = color && `· ${say(color.label)}`;
  const isFirst = first === day;
  const isTextHere = isFirst || day === week[0];
  const left = Math.min(daysBetween(day, last), daysBetween(day, week.at(-1) ?? day)) + 1;
  const drag = (by: DraggedEntry['by']) => (event: DragEvent) => {
    // The end is a part of the entry that can be dragged as well.
    event.stopPropagation();
    event.dataTransfer.effectAllowed = 'move';
    const { left: start, top } = event.currentTarget.getBoundingClientRect();
    const grabbed = { x: event.clientX - start, y: event.clientY - top };
    view.dragged.set({ entry, by, grabbed: by === undefined ? { x: 0, y: 0 } : grabbed });
  };
  const time = isFirst ? daysOf(view.field).timeOf?.(entry.begins) : '';
  return (
    <RecordLink
      record={record}
      tabIndex={isTimed ? 0 : -1}
      onKeyDown={(event) => moveByKey(view, entry, event)}
      className={`${classOn(entry, day)}${classOfColor(color)}`}
      title={[showTimes(view, entry), title, meaning].filter(Boolean).join(' ')}
      draggable={view.mayDrag(entry)}
      onDragStart={drag(day)}
      onDragEnd={() => view.dragged.set(undefined)}
      onContextMenu={(event) => {
        if (event.shiftKey) return;
        event.preventDefault();
        view.open({ kind: 'record', entry, anchor: event.currentTarget });
      }}
    >
      {isTextHere ? (
        <EntryText days={left} time={time} title={title} />
      ) : (
        <span style={visuallyHidden}>{title}</span>
      )}
      {last === day && view.mayStretch(entry) && <StretchHandle onDragStart={drag(undefined)} />}
    </RecordLink>
  );
}

/** Whether it began before this day, and whether it goes on after it. */
function classOn({ first, last }: Entry, day: string): string {
  return `c-entry${first === day ? '' : ' c-since'}${last > day ? ' c-on' : ''}`;
}

type EntryTextProps = { days: number; time: string | undefined; title: string };

/** The text of an entry over so many days. */
function EntryText({ days, time, title }: EntryTextProps) {
  return (
    <span className="c-text" style={{ '--days': days } as CSSProperties}>
      <span className="c-time">{time}</span>
      {time && ' '}
      <Marked text={title} />
    </span>
  );
}

/** The end of an entry, for the mouse; its menu has the same for keys and touch. */
function StretchHandle({ onDragStart }: { onDragStart: (event: DragEvent) => void }) {
  const { stretch } = useTexts('shown-as');
  return <span className="c-end" draggable aria-hidden title={stretch} {...{ onDragStart }} />;
}

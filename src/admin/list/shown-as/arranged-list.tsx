import type { ReactNode } from 'react';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { ListFrame } from '../list-frame.tsx';
import type { Arrangement } from './use-shown-as.ts';

const texts = import.meta.glob('/src/admin/messages/*/list/shown-as.ts');
const Board = lazyPart(() => import('../board/board.tsx'), 'Board', texts);
const Calendar = lazyPart(() => import('../calendar/calendar.tsx'), 'Calendar', texts);

type ArrangedListProps = Arrangement & { skeleton: ReactNode };

/** The list as a board or a calendar. */
export function ArrangedList({ kind, field, skeleton }: ArrangedListProps) {
  const Arranged = kind === 'board' ? Board : Calendar;
  return (
    <ListFrame skeleton={skeleton}>
      {/* Another field starts with an empty state. */}
      <Arranged key={field.name} field={field} />
    </ListFrame>
  );
}

import { Box, Button } from '@mui/material';
import {
  Fragment,
  useLayoutEffect,
  useRef,
  useState,
  type Key,
  type ReactNode,
  type RefObject,
} from 'react';
import type { CellProps } from '../type/field-ui.ts';
import { usePrint } from './use-print.ui.ts';
import { useFieldTexts } from './texts.ui.ts';
import { fillTemplate } from '../problems/fill-template.ts';
import './values.css';

/** `text` is read aloud for a member without room. */
type Drawn = { key: Key; node: ReactNode; text?: () => string };

type LimitedListProps<Member> = Pick<CellProps, 'place'> & {
  members: readonly Member[];
  draw: (members: readonly Member[]) => readonly Drawn[];
  /** How many of them a page shows at first. */
  onPage?: number;
  /** A link to all of them, in place of the button that shows more on the page. */
  all?: ReactNode;
};

/** How many members of a cell are read aloud; nobody listens to hundreds. */
const MAX_SPOKEN_MEMBERS = 50;

/** About as many as fit into a cell. */
const IN_LIST = 3;
const ON_PAGE = 50;

/** Several values: a list shows those that fit, whole, and the number of the others; a page shows all, many in steps, and paper all. */
export function LimitedList<Member>({ place, ...props }: LimitedListProps<Member>) {
  const { members, draw } = props;
  const isPaper = usePrint();
  if (place === 'page') return <Steps {...props} isPaper={isPaper} />;
  if (isPaper)
    return (
      <span className="value-list-printed">
        {draw(members).map(({ key, node }) => (
          <span key={key}>{node}</span>
        ))}
      </span>
    );
  const drawn = draw(members.slice(0, countOf(members, IN_LIST)));
  // Other members need a new measurement.
  const key = drawn.map((member) => member.key).join(' ');
  // One text for all members that are not drawn: one element each would slow down every scroll.
  const rest = (): string =>
    draw(members.slice(drawn.length, MAX_SPOKEN_MEMBERS))
      .flatMap(({ text }) => text?.() ?? [])
      .join(', ');
  return <Line key={key} drawn={drawn} count={members.length} rest={rest} />;
}

type LineProps = { drawn: readonly Drawn[]; count: number; rest: () => string };

function Line({ drawn, count, rest }: LineProps) {
  const texts = useFieldTexts();
  const row = useRef<HTMLElement>(null);
  const { fitting, spare } = useFitting(row, drawn.length);
  const more = count - fitting;
  const unseen = more > 0 && count > drawn.length ? rest() : '';
  return (
    <span className="value-list">
      <span ref={row} className="value-list-row">
        {drawn.map(({ key, node }, index) => (
          <Fragment key={key}>
            {/* Nobody sees it, but names and copied texts have it. */}
            {index > 0 && ' '}
            <span className="value-list-member" data-last={index === fitting - 1 || undefined}>
              {node}
            </span>
          </Fragment>
        ))}
      </span>
      {more > 0 && (
        // The line is as wide as its cell, but its members are not.
        <span className="value-list-rest" style={{ transform: `translateX(${-spare}px)` }}>
          {fillTemplate(texts.more, { count: more })}
          {unseen !== '' && <span className="value-list-unseen">{`: ${unseen}`}</span>}
        </span>
      )}
    </span>
  );
}

/** How many members fit on the first line of a row, and the space left on it; the others wrap out of sight. */
function useFitting(row: RefObject<HTMLElement | null>, drawn: number) {
  const [{ fitting, spare }, setFitting] = useState({ fitting: drawn, spare: 0 });
  useLayoutEffect(() => {
    const { current } = row;
    if (current === null) return;
    const members = [...current.children] as HTMLElement[];
    const measure = (): void => {
      const first = members.filter(({ offsetTop }) => offsetTop === members[0]?.offsetTop);
      const last = first.at(-1);
      const end = last ? last.offsetLeft + last.offsetWidth : 0;
      const room = Math.max(0, current.offsetLeft + current.offsetWidth - end);
      setFitting((before) =>
        before.fitting === first.length && before.spare === room
          ? before
          : { fitting: first.length, spare: room },
      );
    };
    // Titles of records load later and are wider than their placeholders.
    return onSizes([current, ...members], measure);
  }, [row]);
  return { fitting: Math.min(fitting, drawn), spare };
}

type StepsProps<Member> = Omit<LimitedListProps<Member>, 'place'> & { isPaper: boolean };

function Steps<Member>({ members, draw, onPage = ON_PAGE, all, isPaper }: StepsProps<Member>) {
  const texts = useFieldTexts();
  const [shown, setShown] = useState(onPage);
  const count = isPaper ? members.length : countOf(members, shown);
  const rest = members.length - count;
  return (
    <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center', flexWrap: 'wrap' }}>
      {draw(members.slice(0, count)).map(({ key, node }) => (
        // A member that is wider than the page ends in an ellipsis.
        <Box key={key} component="span" sx={{ minWidth: 0 }}>
          {node}
        </Box>
      ))}
      {rest > 0 && all}
      {rest > 0 && !all && (
        <Button
          size="small"
          onClick={() => setShown(shown + 4 * ON_PAGE)}
          sx={{ displayPrint: 'none' }}
        >
          {fillTemplate(texts.showMore, { count: Math.min(rest, 4 * ON_PAGE) })}
        </Button>
      )}
    </Box>
  );
}

// Shows one more member instead of "+1", which needs the same room and says less.
function countOf(members: readonly unknown[], shown: number): number {
  return members.length === shown + 1 ? members.length : shown;
}

type Look = () => void;

const looks = new Map<Element, Look>();

/**
 * One observer for all: it reports everything new in a frame together, once the page has its layout, so reading sizes
 * costs nothing. Reading them while cells are drawn would need a layout for each cell.
 */
let observer: ResizeObserver | undefined;

function observe(): ResizeObserver {
  return (observer ??= new ResizeObserver((entries) => {
    for (const measure of new Set(entries.map(({ target }) => looks.get(target)))) measure?.();
  }));
}

/** Calls `look` when the elements have their sizes, before painting, and at each new size. Returns how to stop. */
function onSizes(elements: readonly Element[], look: Look): () => void {
  for (const element of elements) {
    looks.set(element, look);
    observe().observe(element);
  }
  return () => {
    for (const element of elements) {
      looks.delete(element);
      observe().unobserve(element);
    }
  };
}

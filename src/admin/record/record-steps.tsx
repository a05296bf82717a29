import type { Neighbours } from '../../contract/lists.ts';
import NavigateBeforeIcon from '@mui/icons-material/NavigateBefore';
import NavigateNextIcon from '@mui/icons-material/NavigateNext';
import { Box, IconButton } from '@mui/material';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useDataProvider } from 'react-admin';
import type { RecordProvider, BrowsedList } from '../client/data-provider.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { Status } from '../kit/status/status.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useResource } from '../kit/use-resource.ts';
import { Hint } from '../kit/hint.tsx';
import { isPressedOver, useWindowKeys } from '../kit/keys/use-window-keys.ts';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

type RecordStepsProps = {
  id: string;
  list: BrowsedList;
  /** The record's place in the list, where it is known without a request. */
  knownPosition?: number | undefined;
  onGo: (id: string) => void;
};

/** Steps through a list record by record, across the ends of its pages: 12 of 3,410. */
export function RecordSteps({ id, list, knownPosition, onGo }: RecordStepsProps) {
  const texts = useTexts('app');
  const frame = useRef<HTMLDivElement>(null);
  const { data, isOld } = useNeighbours(id, list);
  const place = usePlace(data, knownPosition);
  const to = (way: 'previous' | 'next') => (isOld ? null : (data?.[way] ?? null));
  // A step that is asked for before the neighbours are known is made when they are.
  const waiting = useRef<{ way: 'previous' | 'next'; id: string }>(undefined);
  const isKnown = data !== undefined && !isOld;
  const go = (way: 'previous' | 'next'): void => {
    const next = to(way);
    if (next !== null) onGo(next);
    else if (!isKnown) waiting.current = { way, id };
  };
  const follow = useEffectEvent(() => {
    const step = waiting.current;
    waiting.current = undefined;
    if (step?.id === id) go(step.way);
  });
  useEffect(() => {
    if (isKnown) follow();
  }, [isKnown]);
  useWindowKeys((event) => {
    const way = keys[event.key];
    if (way === undefined || !event.altKey || event.defaultPrevented) return;
    if (isPressedOver(event, frame.current, '[role="dialog"], [role="menu"], [role="listbox"]'))
      return;
    event.preventDefault();
    go(way);
  });

  const step = (way: 'previous' | 'next', icon: ReactNode, shortcut: string) => (
    <IconButton
      size="small"
      aria-label={texts.rows[way]}
      aria-keyshortcuts={shortcut}
      title={`${texts.rows[way]} (${shortcut})`}
      // A disabled button would lose the focus at the end of the list.
      aria-disabled={data !== undefined && data[way] === null}
      onClick={() => go(way)}
      sx={{ '&[aria-disabled="true"]': { opacity: 0.38, cursor: 'default' } }}
    >
      {icon}
    </IconButton>
  );
  return (
    <Box ref={frame} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      {step('previous', <NavigateBeforeIcon />, 'Alt+PageUp')}
      <Hint component={Status} sx={placeSx}>
        {place}
      </Hint>
      {step('next', <NavigateNextIcon />, 'Alt+PageDown')}
    </Box>
  );
}

const keys: Readonly<Record<string, 'previous' | 'next'>> = {
  PageUp: 'previous',
  PageDown: 'next',
};

function usePlace(data: Neighbours | undefined, knownPosition: number | undefined): string {
  const { texts, number } = useI18n();
  if (data === undefined) return '';
  const total = number(data.total, data.totalIsEstimate);
  if (!data.inList) return texts.rows.placeOutside;
  const position = data.position ?? knownPosition;
  if (position === undefined) return fillTemplate(texts.rows.placeDeep, { total });
  return fillTemplate(texts.rows.place, { position: number(position), total });
}

const placeSx = { minWidth: 72, textAlign: 'center', fontVariantNumeric: 'tabular-nums' };

/** The neighbours of a record in a list; until they are loaded, those of the previous record. */
function useNeighbours(id: string, list: BrowsedList) {
  const { name } = useResource().resource;
  const { neighbours } = useDataProvider<RecordProvider>();
  const { data, isPlaceholderData } = useQuery({
    // Named as react-admin names its own, so that writes to the resource refresh it too.
    queryKey: [name, 'neighbours', { id, ...list }],
    queryFn: ({ signal }) => neighbours(name, { id, ...list, signal }),
    placeholderData: keepPreviousData,
    // If the neighbours cannot be read, the user needs no message about it: the record is there.
    retry: false,
  });
  return { data, isOld: isPlaceholderData };
}

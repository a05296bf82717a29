import { Badge, Box, Tab, Tabs, Typography, Button, Menu, MenuItem } from '@mui/material';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useSearchParams } from 'react-router-dom';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import type { Field } from '../../fields/field.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { usePrint } from '../kit/use-print.ts';
import { uiOf } from '../kit/field-value.tsx';
import { labelledBy } from '../shell/layout/labelled-by.ts';
import { COLUMNS, toSpans, type FormTab } from './record-layout.ts';

type RecordTabsProps = {
  tabs: readonly FormTab[];
  current: number;
  onChange: (tab: number) => void;
  /** How many problems a tab's fields have. */
  problems?: (tab: FormTab) => number;
  /** Other lists after the fields, each on a tab of its own. */
  more?: readonly MoreTab[];
  /** Draws a field across `span` columns of the form's grid. */
  children: (field: Field, span: number) => ReactNode;
};

export type MoreTab = {
  key: string;
  label: string;
  content: ReactNode;
  /** It has no content; with another such tab it is folded away. */
  isEmpty: boolean;
  /** It is not printed with the record. */
  isOnScreenOnly?: true;
};

/** The fields of a record on their tabs. A tab that was opened stays, with what the user typed there. */
export function RecordTabs(props: RecordTabsProps) {
  const { tabs, current, onChange, problems, more = [], children } = props;
  const { translate, say } = useI18n();
  const isOpened = useOpened(current);
  const ofFields = tabs.map((tab, index) => ({
    key: String(index),
    label: tab.label ? say(tab.label) : translate('form.more'),
    content: <Slots fields={tab.fields}>{children}</Slots>,
    isEmpty: false,
    isOnScreenOnly: undefined,
    count: problems?.(tab) ?? 0,
  }));
  const ofLists = more.map((tab) => ({ ...tab, count: 0 }));
  const all = [...ofFields, ...ofLists].map((tab, index) => ({ ...tab, index }));
  const hasTabs = all.length > 1;
  const empty = all.filter(({ isEmpty, index }) => isEmpty && index !== current);
  const folded = empty.length > 1 ? empty : [];
  return (
    <>
      {hasTabs && (
        <Box sx={barSx}>
          <Tabs
            value={current}
            onChange={(_, tab: number) => onChange(tab)}
            variant="scrollable"
            scrollButtons="auto"
            aria-label={translate('form.sections')}
            sx={tabsSx}
          >
            {all
              .filter((tab) => !folded.includes(tab))
              .map(({ key, label, index, count }) => (
                <Tab
                  key={key}
                  value={index}
                  id={`tab-${index}`}
                  aria-controls={`panel-${index}`}
                  label={
                    <Badge color="error" variant="dot" invisible={count === 0} sx={{ px: 0.75 }}>
                      {label}
                    </Badge>
                  }
                  {...(count > 0 && {
                    'aria-label': translate('form.tab_problems', { label, smart_count: count }),
                  })}
                />
              ))}
          </Tabs>
          {folded.length > 0 && <FoldedTabs tabs={folded} onChoose={onChange} />}
        </Box>
      )}
      {all.map(({ key, label, content, index, isEmpty, isOnScreenOnly }) => (
        <Box
          key={key}
          id={`panel-${index}`}
          {...(hasTabs && { role: 'tabpanel', 'aria-labelledby': `tab-${index}` })}
          sx={{
            ...panelSx(index === current),
            ...((isEmpty || isOnScreenOnly) && { displayPrint: 'none' }),
          }}
        >
          {hasTabs && (
            // On paper there are no tabs that show the name.
            <Typography component="h2" variant="h6" sx={printedSx}>
              {label}
            </Typography>
          )}
          {isOpened(index, isOnScreenOnly) && content}
        </Box>
      ))}
    </>
  );
}

function Slots({
  fields,
  children,
}: Pick<RecordTabsProps, 'children'> & { fields: readonly Field[] }) {
  const spans = useMemo(
    () => toSpans(fields, (field) => uiOf(field).width?.(field) ?? 'middle'),
    [fields],
  );
  return fields.map((field) => children(field, spans.get(field) ?? COLUMNS));
}

/**
 * The current tab, kept in the address so that a reload or a link opens the same one: by its number, or as
 * `?tab=history` by its key.
 */
export function useTab(
  ofFields: number,
  more: readonly MoreTab[],
): [number, (tab: number) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const named = more.findIndex(({ key }) => key === search.get('tab'));
  const wanted = named < 0 ? Number(search.get('tab') ?? '1') - 1 : ofFields + named;
  const current = wanted > 0 && wanted < ofFields + more.length ? Math.floor(wanted) : 0;
  const change = (tab: number): void => {
    const next = new URLSearchParams(search);
    if (tab === 0) next.delete('tab');
    else next.set('tab', String(tab + 1));
    setSearch(next, { replace: true, preventScrollReset: true, state: state as unknown });
  };
  return [current, change];
}

/** A tab creates its inputs when it is first opened: a form has forty, and a look needs ten. Printing creates all. */
function useOpened(current: number): (tab: number, isOnScreenOnly?: boolean) => boolean {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([current]));
  const [isPrinting, setPrinting] = useState(false);
  if (!opened.has(current)) setOpened(new Set([...opened, current]));
  useEffect(() => {
    // The browser captures the page right after the event.
    const all = (): void => flushSync(() => setPrinting(true));
    window.addEventListener('beforeprint', all);
    return () => window.removeEventListener('beforeprint', all);
  }, []);
  const isPaper = usePrint();
  return (tab, isOnScreenOnly) =>
    ((isPaper || isPrinting) && !isOnScreenOnly) || opened.has(tab) || tab === current;
}

const barSx = {
  display: 'flex',
  // The button of the empty lists moves below the tabs before it takes their room.
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  borderBottom: 1,
  borderColor: 'divider',
  displayPrint: 'none',
};

const printedSx = { display: 'none', displayPrint: 'block', gridColumn: '1 / -1' };

const tabsSx = { flex: '1 1 15rem', minWidth: 0, px: 1 };

const panelSx = (isCurrent: boolean) => ({
  display: isCurrent ? 'grid' : 'none',
  displayPrint: 'grid',
  gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))`,
  columnGap: 2,
  rowGap: 1,
  alignItems: 'start',
  p: { xs: 1.5, sm: 2.5 },
  '& .MuiInputBase-root': { fontSize: { sm: '0.9375rem' } },
});

type FoldedTabsProps = {
  tabs: readonly { index: number; label: string }[];
  onChoose: (index: number) => void;
};

/** Empty lists: they need no tabs beside the others, but the user may want to start one. */
function FoldedTabs({ tabs, onChoose }: FoldedTabsProps) {
  const { translate } = useI18n();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        endIcon={<ExpandMoreIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ flexShrink: 0, mr: 1, color: 'text.secondary' }}
      >
        {translate('children.empty', { smart_count: tabs.length })}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: labelledBy(anchor) }}
      >
        {tabs.map(({ index, label }) => (
          <MenuItem
            key={index}
            dense
            onClick={() => {
              setAnchor(null);
              onChoose(index);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useListContext } from 'react-admin';
import {
  filterPaths,
  findFilterPath,
  type FilterPath,
} from '../../../descriptor/filter/filter-paths.ts';
import { useAsOf } from '../../kit/as-of.ts';
import { Status } from '../../kit/status/status.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { CheckField } from '../../resource/check-field.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useLayout } from '../grid/columns/layout.ts';
import { BuilderGroup } from './builder-group.tsx';
import { isKnownThen } from './past-filter.ts';
import { useArrangement } from '../shown-as/use-shown-as.ts';
import { useListMeta } from '../list-pagination.tsx';
import { useCount } from '../../resource/use-count.ts';
import type { Filters } from '../../client/list-query.ts';
import { SidePanel, SidePanelHead, SideSheet } from '../side-panel.tsx';
import { isSimple, pathsIn, useFilterDraft } from './use-filter-draft.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

type FilterPanelProps = { onClose: () => void };

/**
 * The conditions of the list beside it, so that the user sees what they do. Escape closes the panel, and the focus
 * goes back to its button.
 */
export function FilterPanel({ onClose }: FilterPanelProps) {
  const { texts } = useI18n();
  return (
    <SidePanel label={texts.list.addFilter} width={360}>
      <Conditions onClose={onClose} />
    </SidePanel>
  );
}

/** The same in a sheet over the page, for windows that are too narrow for a panel. */
export function FilterSheet({ onClose }: FilterPanelProps) {
  const { texts } = useI18n();
  return (
    <SideSheet label={texts.list.addFilter} width={400} onClose={onClose}>
      <Conditions onClose={onClose} isSheet />
    </SideSheet>
  );
}

/** Simple rows at first, which all hold together; the advanced builder has groups of and, or and not. */
function Conditions({ onClose, isSheet = false }: FilterPanelProps & { isSheet?: boolean }) {
  const { texts } = useI18n();
  const { context, draft, revision, change, clear, flush } = useFilterDraft();
  const [wantsGroups, setWantsGroups] = useState(false);
  const paths = usePaths(context, pathsIn(draft).join(' '));
  const isPlain = isSimple(draft);
  // A first condition has the focus; else the panel has it, and Tab leads to its conditions.
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!start.current?.contains(document.activeElement)) start.current?.focus();
  }, []);
  const close = (): void => {
    flush();
    onClose();
  };
  return (
    <Box
      ref={start}
      tabIndex={-1}
      data-passing
      sx={{ outline: 'none' }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        close();
      }}
    >
      <SidePanelHead>
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {texts.list.addFilter}
        </Typography>
        <Button size="small" color="inherit" onClick={clear} sx={{ ml: 'auto' }}>
          {texts.list.clear}
        </Button>
        <IconButton edge="end" size="small" aria-label={texts.list.close} onClick={close}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </SidePanelHead>
      {/* Room for the label on the frame of the first input. */}
      <Box sx={{ px: 2, pt: 1, pb: 1 }}>
        <BuilderGroup
          key={revision}
          tree={draft}
          path={[]}
          paths={paths}
          isSimple={isPlain && !wantsGroups}
          onChange={change}
        />
        {isPlain && (
          <CheckField
            isDense
            checked={wantsGroups}
            onChange={setWantsGroups}
            label={<Typography variant="body2">{texts.grid.advanced}</Typography>}
            sx={{ display: 'flex', mt: 1, minHeight: { xs: 44, md: 0 } }}
          />
        )}
        {!isSheet && <FilterRowChoice />}
      </Box>
      <Box sx={footSx}>
        <MatchCount />
        {isSheet && (
          <Button variant="contained" onClick={close} sx={{ minHeight: 44 }}>
            {texts.list.done}
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** Whether a condition for each column stands below its name. */
function FilterRowChoice() {
  const { texts } = useI18n();
  const { hasFilterRow, change } = useLayout();
  return (
    <CheckField
      isDense
      checked={hasFilterRow}
      onChange={() => change({ hasFilterRow: !hasFilterRow })}
      label={<Typography variant="body2">{texts.grid.filterRow}</Typography>}
      sx={{ display: 'flex' }}
    />
  );
}

/** The number of matching records: exact as far as the list counts, estimated above that. */
function MatchCount() {
  const { total: listed, filterValues } = useListContext();
  const { texts, number } = useI18n();
  const shownAs = useArrangement();
  // A board, a calendar and a tree do not read the list.
  const { data: counted } = useCount(filterValues as Filters, shownAs !== undefined);
  const total = shownAs ? counted : listed;
  const isEstimate = useListMeta().totalIsEstimate && !shownAs;
  return (
    <Typography component={Status} variant="body2" sx={{ fontWeight: 600, mr: 'auto' }}>
      {total !== undefined &&
        fillTemplate(texts.list.matching, { count: number(total, isEstimate) })}
    </Typography>
  );
}

/** The paths that can filter the list: first the fields that the descriptor names, last those of referring records. */
function usePaths(
  context: Parameters<typeof filterPaths>[0],
  /** The paths of the filter, separated by spaces. */
  used: string,
): readonly FilterPath[] {
  const { resource } = useResource();
  const isPast = useAsOf() !== undefined;
  return useMemo(() => {
    const { filters } = resource.list;
    const rank = ({ path, through, count }: FilterPath): number => {
      const at = filters.indexOf(path);
      if (at !== -1) return at;
      return through || count ? filters.length + 1 : filters.length;
    };
    const offered = filterPaths(context);
    const known = new Set(offered.map(({ path }) => path));
    // Through two references there would be too many to choose from; those that the list or the filter names are there.
    const named = [...new Set([...filters, ...used.split(' ')])].filter((path) => !known.has(path));
    const further = named.flatMap((path) => findFilterPath(context, path) ?? []);
    const all = [...offered, ...further].toSorted((one, other) => rank(one) - rank(other));
    return isPast ? all.filter((path) => isKnownThen(context, path)) : all;
  }, [context, resource, isPast, used]);
}

const footSx = {
  display: 'flex',
  alignItems: 'center',
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  px: 2,
  py: 1,
  minHeight: 40,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
};

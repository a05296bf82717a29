import { Box, Button, Menu, MenuItem, Paper, Tab, Tabs, Typography } from '@mui/material';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { useState, type ReactNode } from 'react';
import { useI18n } from '../../kit/use-i18n.ts';
import { usePaper } from '../../kit/use-paper.ts';
import { labelledBy } from '../../shell/layout/labelled-by.ts';
import { FootBar } from '../foot-bar.tsx';
import { gridSx } from '../record-layout.ts';
import {
  ProblemMark,
  SectionLabel,
  useSectionName,
  type LayoutProps,
  type ShownSection,
} from './section-links.tsx';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** The sections of a record on tabs. A tab that was opened stays, with what the user typed there. */
export function RecordTabs(props: LayoutProps) {
  const { sections, current, onChange, fieldSections, after, bar } = props;
  const { texts } = useI18n();
  const nameOf = useSectionName();
  const isOpened = useOpened(current);
  const hasTabs = sections.length > 1;
  const empty = sections.filter(({ total, index }) => total === 0 && index !== current);
  const folded = empty.length > 1 ? empty : [];
  return (
    <>
      <Paper variant="outlined">
        {hasTabs && (
          <Box sx={barSx}>
            <Tabs
              value={current}
              onChange={(_, tab: number) => onChange(tab)}
              variant="scrollable"
              scrollButtons="auto"
              aria-label={texts.form.sections}
              sx={tabsSx}
            >
              {sections
                .filter((section) => !folded.includes(section))
                .map((section) => (
                  <Tab
                    key={section.key}
                    value={section.index}
                    id={`tab-${section.index}`}
                    aria-controls={`panel-${section.index}`}
                    label={<ProblemMark section={section} />}
                    {...nameOf(section)}
                  />
                ))}
            </Tabs>
            {folded.length > 0 && <FoldedTabs tabs={folded} onChoose={onChange} />}
          </Box>
        )}
        {sections.map((section) => (
          <Panel
            key={section.key}
            section={section}
            isCurrent={section.index === current}
            hasTab={hasTabs}
            isDrawn={isOpened(section.index) || section.lines !== undefined}
          >
            {section.index < fieldSections && after}
          </Panel>
        ))}
      </Paper>
      {bar && <FootBar>{bar}</FootBar>}
    </>
  );
}

type PanelProps = {
  section: ShownSection;
  isCurrent: boolean;
  hasTab: boolean;
  isDrawn: boolean;
  /** Follows its content. */
  children: ReactNode;
};

function Panel({ section, isCurrent, hasTab, isDrawn, children }: PanelProps) {
  const { index, total, isOnScreenOnly, actions, content } = section;
  const isPaper = usePaper();
  return (
    <Box
      id={`panel-${index}`}
      data-section={index}
      {...(hasTab && { role: 'tabpanel', 'aria-labelledby': `tab-${index}` })}
      sx={{
        ...gridSx,
        display: isCurrent ? 'grid' : 'none',
        displayPrint: total === 0 || isOnScreenOnly ? 'none' : 'grid',
      }}
    >
      {hasTab && (
        // Paper shows no tabs with this name.
        <Typography component="h3" variant="h6" sx={printedSx}>
          <SectionLabel section={section} />
        </Typography>
      )}
      {(isDrawn || (isPaper && !isOnScreenOnly)) && (
        <>
          {actions && <Box sx={{ gridColumn: '1 / -1' }}>{actions}</Box>}
          {content}
          {children}
        </>
      )}
    </Box>
  );
}

/** A tab creates its inputs when it is first opened: a form has forty, and a look needs ten. */
function useOpened(current: number): (tab: number) => boolean {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([current]));
  if (!opened.has(current)) setOpened(new Set([...opened, current]));
  return (tab) => opened.has(tab) || tab === current;
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

type FoldedTabsProps = {
  tabs: readonly ShownSection[];
  onChoose: (index: number) => void;
};

/** Empty lists: they need no tabs beside the others, but the user may want to start one. */
function FoldedTabs({ tabs, onChoose }: FoldedTabsProps) {
  const { texts } = useI18n();
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
        {fillTemplate(texts.children.empty, { count: tabs.length })}
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

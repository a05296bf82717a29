import { Box, Paper, Typography, useMediaQuery } from '@mui/material';
import { useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Hint } from '../../kit/hint.tsx';
import { usePaper } from '../../kit/use-paper.ts';
import { isSpotHash } from '../../viewer/viewer-address.ts';
import { useHasFileBeside } from '../../viewer/viewer-size.ts';
import { gridSx } from '../record-layout.ts';
import { useIsBeside } from '../record-place.ts';
import {
  SectionLabel,
  SectionLinks,
  SectionMenu,
  type SectionLinksProps,
  type LayoutProps,
  type ShownSection,
} from './section-links.tsx';
import { useSectionInView } from './use-section-in-view.ts';
import { useSeen } from '../use-seen.ts';
import { FootBar } from '../foot-bar.tsx';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** The sections of a record below each other, with a table of contents that marks the one in view. */
export function RecordSections(props: LayoutProps) {
  const { sections, current, onChange, fieldSections, after, bar } = props;
  const { hash } = useLocation();
  const isNamed = hash !== '' && !isSpotHash(hash);
  const isNarrow = useIsNarrow();
  const isPhone = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const frame = useRef<HTMLDivElement>(null);
  const shown = sections.filter(({ isHidden, isFolded }) => !isHidden && !isFolded);
  const [inView, mark] = useSectionInView(frame, current, isNamed);

  const go = (index: number): void => {
    onChange(index);
    mark(index);
    const heading = frame.current?.querySelector<HTMLElement>(`[data-section="${index}"] h3`);
    heading?.focus({ preventScroll: true });
  };
  const contents = { sections: shown, current: inView, onGo: go };
  const hasContents = shown.length > 1;
  const draw = (section: ShownSection): ReactNode => (
    <Section key={section.key} section={section} isForced={section.index === current} />
  );
  const isOfFields = ({ index }: ShownSection): boolean => index < fieldSections;
  return (
    <>
      <Box ref={frame} sx={isNarrow || !hasContents ? stackSx : frameSx}>
        {hasContents && !isPhone && <Contents {...contents} />}
        <Box sx={{ minWidth: 0, display: 'grid', gap: 2 }}>
          {shown.filter(isOfFields).map(draw)}
          <FieldsEnd folded={sections.filter(({ isFolded }) => isFolded)}>{after}</FieldsEnd>
          {shown.filter((section) => !isOfFields(section)).map(draw)}
        </Box>
      </Box>
      {((isPhone && hasContents) || bar) && (
        <FootBar>
          {isPhone && hasContents && <SectionMenu {...contents} />}
          {bar}
        </FootBar>
      )}
    </>
  );
}

/** Whether the page is narrow, because a list or a file stands beside it. */
function useIsNarrow(): boolean {
  const isBeside = useIsBeside();
  return useHasFileBeside() || isBeside;
}

function Contents(props: Omit<SectionLinksProps, 'isStrip'>) {
  const texts = useTexts('app');
  const isBeside = useIsBeside();
  const isNarrow = useIsNarrow();
  const pageSx = isNarrow ? { ...stripSx, top: barTop } : contentsSx;
  return (
    <Box component="nav" aria-label={texts.form.sections} sx={isBeside ? stripSx : pageSx}>
      <SectionLinks {...props} isStrip={isNarrow} />
    </Box>
  );
}

type FieldsEndProps = { folded: readonly ShownSection[]; children: ReactNode };

/** Follows the cards of fields: in one line the sections without values, which have no card. */
function FieldsEnd({ folded, children }: FieldsEndProps) {
  const texts = useTexts('app');
  const labels = folded.map(({ label }) => label).join(', ');
  if (!children) return null;
  return (
    <Box sx={fieldsEndSx}>
      {folded.length > 0 && (
        <Hint>{fillTemplate(texts.form.noValuesIn, { sections: labels })}</Hint>
      )}
      {children}
    </Box>
  );
}

const fieldsEndSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  px: { xs: 1.5, sm: 2.5 },
  displayPrint: 'none',
};

type SectionProps = {
  section: ShownSection;
  /** Its content is needed before anybody sees it, so that it can be scrolled to. */
  isForced: boolean;
};

function Section({ section, isForced }: SectionProps) {
  const { index, key, total, actions, content, isLate, isOnScreenOnly } = section;
  const element = useRef<HTMLElement>(null);
  const isSeen = useSeen(element, !isLate || isForced);
  const isPaper = usePaper();
  const isEmpty = total === 0;
  return (
    <Paper
      component="section"
      variant="outlined"
      ref={element}
      id={key}
      data-section={index}
      aria-labelledby={`${key}-title`}
      sx={{
        ...sectionSx,
        ...((isEmpty || isOnScreenOnly) && { displayPrint: 'none' }),
      }}
    >
      <Box sx={headSx}>
        <Typography component="h3" id={`${key}-title`} variant="h6" tabIndex={-1} sx={titleSx}>
          <SectionLabel section={section} />
        </Typography>
        {actions}
      </Box>
      {!isEmpty && (
        <Box sx={{ ...gridSx, display: 'grid', pt: { xs: 0.5, sm: 0.5 } }}>
          {isSeen || (isPaper && !isOnScreenOnly) ? content : <Box sx={laterSx} />}
        </Box>
      )}
    </Paper>
  );
}

/** The room of a list that has not been seen yet. */
const laterSx = { minHeight: 120 };

const barTop = 56;

const frameSx = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '184px minmax(0, 1fr)' },
  columnGap: 3,
  rowGap: 1,
  alignItems: 'start',
  '@media print': { display: 'block' },
};

const stackSx = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: 1 };

const stripSx = {
  position: 'sticky',
  top: 49,
  zIndex: 4,
  bgcolor: 'background.default',
  displayPrint: 'none',
};

const contentsSx = {
  ...stripSx,
  top: { xs: barTop, lg: barTop + 16 },
  maxHeight: { lg: `calc(100dvh - ${barTop + 32}px)` },
  overflowY: { lg: 'auto' },
};

const sectionSx = {
  minWidth: 0,
  // Below the bars that stay at the top.
  scrollMarginTop: { xs: '8px', sm: '44px', lg: '8px' },
  breakInside: 'auto',
};

const headSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  px: { xs: 1.5, sm: 2.5 },
  py: { xs: 0.75, sm: 1.25 },
};

const titleSx = { fontSize: '1.0625rem', outlineOffset: 2, borderRadius: 0.5 };
